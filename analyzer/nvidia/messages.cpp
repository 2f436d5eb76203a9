#include "analyzer/nvidia/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/importers/importer.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/words.hpp"

namespace mansard::analyzer::nvidia {
namespace {

/// A program in trouble repeats itself; the first ones tell.
constexpr std::size_t most_messages = 8;
constexpr std::size_t most_bytes = 400;

struct Remedy {
    std::string_view sign, remedy;
};
constexpr std::array<Remedy, 12> remedies{{
    {"ERR_NVGPUCTRPERM",
     "let this user read the counters, see https://developer.nvidia.com/ERR_NVGPUCTRPERM (as root, or with "
     "the "
     "driver's option NVreg_RestrictProfilingToAdminUsers=0)"},
    {"returned an error code", "run the program without the profiler until it ends well"},
    {"terminated before first instrumented API call",
     "the program itself used no CUDA: profile what it starts, too, with --target-processes all"},
    {"No events/metrics were profiled", "check that the program launches kernels"},
    {"No kernels were profiled",
     "check that the program launches kernels, and the filters (--kernel-name, --launch-skip)"},
    {"LaunchFailed", "run the program without the profiler until it ends well"},
    {"Failed to find metric", "ncu --query-metrics lists the metrics of this chip"},
    {"driver resource was unavailable",
     "end what else profiles this GPU: another ncu or nsys, DCGM, a monitoring agent"},
    {"compute capability 7.5 and higher",
     "nvprof does not know this GPU: profile with ncu (counters) and nsys (times)"},
    {"does not contain CUDA kernel data",
     "record with nsys profile --trace=cuda a program that launches kernels"},
    {"does not contain CUDA trace data", "record with nsys profile --trace=cuda"},
    {"Traceback", "run the program without the profiler until it ends well"},
}};

std::string_view remedy_for(std::string_view text) {
    for (const Remedy& one : remedies)
        if (text.find(one.sign) != std::string_view::npos) return one.remedy;
    return {};
}

void keep(std::vector<std::string>& list, std::string_view text) {
    const std::string line = printable(text, most_bytes);
    if (list.size() < most_messages && std::ranges::find(list, line) == list.end()) list.push_back(line);
}

/// "==123== Warning: …" of nvprof, which has the process' number in its mark; empty for other lines.
std::string_view of_process(std::string_view line) {
    if (!line.starts_with("==")) return {};
    const std::size_t end = line.find_first_not_of("0123456789", 2);
    if (end == 2 || end == std::string_view::npos || !line.substr(end).starts_with("== ")) return {};
    return line.substr(end + 3);
}

/// Lines of one table that is not in an nsys export say nothing of the kernels.
bool is_about_kernels(std::string_view skipped) {
    return skipped.find("CUDA kernel data") != std::string_view::npos ||
           skipped.find("CUDA trace data") != std::string_view::npos;
}

std::string other_format(const std::filesystem::path& path, std::string_view format) {
    try {
        const std::string found(find_importer(path, "").name);
        return found != format ? found : "";
    } catch (const Error&) {
        return "";
    }
}

}  // namespace

void Messages::observe(std::string_view line) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
    if (line.empty()) return;
    any_text_ = true;
    const std::size_t error = line.find("==ERROR==");
    if (error != std::string_view::npos) {
        keep(errors_, line.substr(error));
    } else if (const std::string_view said = of_process(line);
               said.starts_with("Warning:") || said.starts_with("Error:") || said.starts_with("No events/")) {
        keep(said.starts_with("Error:") ? errors_ : warnings_, said);
    } else if (line.starts_with("==WARNING==") || line.starts_with("======== Warning") ||
               line.starts_with("======== Error")) {
        keep(warnings_, line);
    } else if (line.starts_with("SKIPPED:") && is_about_kernels(line)) {
        keep(errors_, line);
    } else if (line.starts_with("Traceback (most recent call last)")) {
        in_traceback_ = true;
    } else if (in_traceback_ && line[0] != ' ' && line.find(':') != std::string_view::npos) {
        python_error_ = printable(line, most_bytes);
        in_traceback_ = false;
    }
}

Error Messages::no_data(const std::filesystem::path& path, std::string_view format,
                        std::string_view expected) const {
    if (const BinaryReport report = binary_report(path, ""); report != BinaryReport::none)
        return binary_report_error(path, report);
    std::vector<std::string> reasons = errors_;
    if (!python_error_.empty()) reasons.push_back("Traceback: " + python_error_);
    for (const std::string& warning : warnings_)
        if (errors_.empty() || !remedy_for(warning).empty()) reasons.push_back(warning);
    ErrorDetails details{.where = input_name(path), .expected = std::string(expected)};
    if (reasons.empty()) {
        const std::string other = other_format(path, format);
        if (!other.empty()) {
            details.remedy = "read it as what it is: --from " + other;
            return Error(Exit::bad_input, fmt::format("this is no {} file but {}", format, other), details);
        }
        return Error(Exit::bad_input,
                     any_text_ ? fmt::format("there is no data of {} in it", format) : "the file is empty",
                     details);
    }
    for (const std::string& reason : reasons) {
        details.remedy = remedy_for(reason);
        if (!details.remedy.empty()) break;
    }
    return Error(Exit::bad_input,
                 fmt::format("the profiler recorded no kernel; it says: {}", fmt::join(reasons, "; ")),
                 details);
}

std::vector<Note> Messages::notes() const {
    std::vector<Note> notes;
    std::vector<std::string> all = errors_;
    if (!python_error_.empty()) all.push_back("Traceback: " + python_error_);
    if (!all.empty())
        notes.push_back(
            {.severity = Severity::warning,
             .code = "profiler_errors",
             .text = fmt::format("The profiler met errors, so that launches may be missing; it says: {}",
                                 fmt::join(all, "; ")),
             .remedy = std::string(remedy_for(all[0]))});
    return notes;
}

BinaryReport binary_report(const std::filesystem::path& path, std::string_view head) {
    const std::string extension = path.extension().string();
    if (extension == ".ncu-rep" || head.starts_with(std::string_view("NVR\0", 4))) return BinaryReport::ncu;
    if (extension == ".nsys-rep" || extension == ".qdrep" || extension == ".qdstrm")
        return BinaryReport::nsys;
    if (extension == ".nvvp" || extension == ".nvprof") return BinaryReport::nvprof;
    return BinaryReport::none;
}

Error binary_report_error(const std::filesystem::path& path, BinaryReport report) {
    const std::string file = shell_word(path.string()), stem = path.stem().string();
    const auto named = [&](std::string_view extension) { return shell_word(stem + std::string(extension)); };
    std::string tool = "nvprof's", command;
    if (report == BinaryReport::ncu) {
        tool = "Nsight Compute's";
        command = fmt::format("ncu --import {} --csv --page raw > {}", file, named(".csv"));
    } else if (report == BinaryReport::nsys) {
        tool = "Nsight Systems'";
        command =
            path.extension() == ".qdstrm"
                ? fmt::format("QdstrmImporter --input-file {}, then nsys export --type sqlite --output {} {}",
                              file, named(".sqlite"), named(".nsys-rep"))
                : fmt::format("nsys export --type sqlite --output {} {}", named(".sqlite"), file);
    } else {
        command = fmt::format("nvprof --import-profile {} --csv --print-gpu-trace --log-file {}", file,
                              named(".csv"));
    }
    return Error(Exit::bad_input,
                 fmt::format("this is {} binary report, which its own program alone reads", tool),
                 {.where = path.string(), .expected = "its export", .remedy = "export it: " + command});
}

}  // namespace mansard::analyzer::nvidia
