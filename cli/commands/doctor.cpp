// mansard doctor: what stands in the way of measuring well, before anything is measured.
#include "kernels/system/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "ceilings/physics.hpp"
#include "ceilings/show.hpp"
#include "ceilings/table.hpp"
#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/version.hpp"
#include "core/wrap.hpp"
#include "kernels/measure/cpu_device.hpp"
#include "kernels/measure/probe.hpp"
#include "kernels/system/lock.hpp"
#include "kernels/system/topology.hpp"

namespace mansard::cli {
namespace {

using ceilings::Format;
using kernels::Diagnosis;
using kernels::Health;

/// Where there is no terminal: what any reader has.
constexpr std::size_t narrow_columns = 80;
constexpr std::size_t longest_text = 2000;

struct Options {
    std::string format = "text";
    bool json = false;
};

/// Whether somebody measures now; if nobody does, `lock` is held until it goes.
Diagnosis other_measurement(std::optional<kernels::Lock>& lock) {
    Diagnosis out{.topic = "other measurements", .text = "none"};
    try {
        lock.emplace(kernels::Lock::open());
        if (lock->take()) return out;
        out.health = Health::warning;
        out.text = lock->holder() + " holds " + lock->path().string();
        out.remedy = "wait for its end";
        lock.reset();  // somebody else's
    } catch (const Error& error) {
        out.health = Health::warning;
        out.text = "cannot be told: two at once would spoil each other";
        out.remedy = error.what();
    }
    return out;
}

/// What roofs will be checked against.
Diagnosis port_limits(const Machine& machine) {
    Diagnosis out{.topic = "port limits"};
    if (const auto sheet = ceilings::find_datasheet(machine))
        out.text = fmt::format("known, by {}", sheet->name);
    else
        out.text = "not known for this CPU: only orders among roofs are checked";
    return out;
}

/// What no file tells, by a third of a second's work.
std::vector<Diagnosis> probed(const Machine& machine, const kernels::Cgroup& cgroup) {
    constexpr std::size_t hardly_any_memory = 4096;
    try {
        kernels::CpuDevice device(machine, cgroup, hardly_any_memory);
        return kernels::examine(kernels::probe(device));
    } catch (const Error& error) {
        return kernels::not_probed(error.what());
    }
}

Health worst(const std::vector<Diagnosis>& diagnoses) {
    Health worst = Health::ok;
    for (const Diagnosis& diagnosis : diagnoses) worst = std::max(worst, diagnosis.health);
    return worst;
}

/// One topic after another, each beside its words, in as many columns as there are.
std::string in_words(const std::vector<Diagnosis>& diagnoses, std::size_t width) {
    std::size_t topics = 0, states = 0;
    for (const Diagnosis& diagnosis : diagnoses) {
        topics = std::max(topics, display_width(diagnosis.topic));
        states = std::max(states, name_of(diagnosis.health).size());
    }
    std::string out;
    const auto add = [&](const std::string& text, const std::string& first) {
        for (const std::string& line : wrapped_lines(printable(text, longest_text), first, width))
            out += line + '\n';
    };
    for (const Diagnosis& diagnosis : diagnoses) {
        add(diagnosis.text,
            fmt::format("  {:{}}  {:{}}  ", diagnosis.topic, topics, name_of(diagnosis.health), states));
        if (!diagnosis.remedy.empty()) add(diagnosis.remedy, std::string(topics + states + 6, ' ') + "→ ");
    }
    return out;
}

ceilings::Table table(const std::vector<Diagnosis>& diagnoses) {
    ceilings::Table table{.columns = {{"topic"}, {"state"}, {"text"}, {"remedy"}}};
    for (const Diagnosis& diagnosis : diagnoses)
        table.rows.push_back(
            {diagnosis.topic, std::string(name_of(diagnosis.health)), diagnosis.text, diagnosis.remedy});
    return table;
}

Json to_json(const std::vector<Diagnosis>& diagnoses) {
    Json topics = Json::array();
    for (const Diagnosis& diagnosis : diagnoses)
        topics.push_back({{"topic", diagnosis.topic},
                          {"state", std::string(name_of(diagnosis.health))},
                          {"text", diagnosis.text},
                          {"remedy", diagnosis.remedy.empty() ? Json(nullptr) : Json(diagnosis.remedy)}});
    return {{"schema", "mansard.doctor/1"},
            {"tool_version", std::string(version())},
            {"created", utc_now()},
            {"state", std::string(name_of(worst(diagnoses)))},
            {"topics", std::move(topics)}};
}

std::string print(const std::vector<Diagnosis>& diagnoses, Format format) {
    switch (format) {
        case Format::json:
            return to_text(to_json(diagnoses));
        case Format::csv:
            return ceilings::to_csv(table(diagnoses));
        case Format::md:
            return ceilings::to_markdown_table(table(diagnoses));
        case Format::text:
            break;
    }
    return in_words(diagnoses, terminal_columns().value_or(narrow_columns));
}

Exit run(const Options& options) {
    const auto format =
        options.json ? Format::json : parse_name<Format>(options.format).value_or(Format::text);
    const kernels::Cgroup cgroup;
    const Machine machine = kernels::read_machine(cgroup);
    std::vector<Diagnosis> diagnoses = kernels::examine(kernels::read_facts(machine, cgroup));
    diagnoses.push_back(port_limits(machine));
    std::optional<kernels::Lock> lock;
    const Diagnosis other = other_measurement(lock);
    const auto seen =
        lock ? probed(machine, cgroup) : kernels::not_probed("it might disturb another measurement");
    diagnoses.insert(diagnoses.end(), seen.begin(), seen.end());
    diagnoses.push_back(other);
    write_file("-", print(diagnoses, format));
    return worst(diagnoses) == Health::problem ? Exit::suspect : Exit::ok;
}

std::function<Exit()> define(CLI::App& app, const Globals&) {
    auto options = std::make_shared<Options>();
    app.add_option("--format", options->format, "How to print it")
        ->check(CLI::IsMember({"text", "json", "csv", "md"}))
        ->capture_default_str();
    app.add_flag("--json", options->json, "Short for --format json")->excludes("--format");
    app.footer("Exit status 4: a problem would make roofs suspect or flagged. Warnings leave it 0.");
    return [options] { return run(*options); };
}

}  // namespace

extern constinit const CommandDesc doctor_command{
    .name = "doctor", .summary = "Tell what stands in the way of measuring well", .define = define};

}  // namespace mansard::cli
