// The streams of a GPU: kernels and copies, side by side.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "analyzer/numbers.hpp"
#include "analyzer/torch/kernel_name.hpp"
#include "analyzer/xprof/core.hpp"
#include "analyzer/xprof/steps.hpp"

namespace mansard::analyzer::xprof {
namespace {

constexpr double pico = 1e-12;

/// The number after `key` in "kind_src:device size:4096 async:1" or, older, in lines of their own.
std::optional<double> number_after(std::string_view details, std::string_view key) {
    for (std::size_t at = details.find(key); at != std::string_view::npos; at = details.find(key, at + 1)) {
        if (at > 0 && details[at - 1] != ' ' && details[at - 1] != '\n') continue;
        const std::string_view rest = details.substr(at + key.size());
        const ReadNumber number = read_number(rest.substr(0, rest.find_first_of(" \n")));
        if (number.fault == nullptr) return number.value;
    }
    return std::nullopt;
}

std::optional<double> copied_bytes(std::string_view details) {
    const auto bytes = number_after(details, "size:");
    return bytes ? bytes : number_after(details, "num_bytes:");
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// What moves or is set has no FLOPs, and bytes where they are recorded.
void set_copy(const Event& event, std::string_view name, Op& op) {
    op.flops = 0;
    op.how = How::counted;
    const auto bytes = copied_bytes(event.copy);
    const auto zero = bytes ? std::optional(0.0) : std::nullopt;
    const auto in_memory = [&](std::optional<double> read, std::optional<double> written) {
        if (!bytes) return;
        op.bytes.hbm = *read + *written;
        op.bytes.hbm_read = read;
        op.bytes.hbm_written = written;
    };
    if (event.is_set) {
        op.category = "memset";
        in_memory(zero, bytes);
    } else if (has(name, "H2D") || has(name, "HtoD")) {
        op.category = "in-feed";
        op.bytes.to_device = bytes;
        in_memory(zero, bytes);
    } else if (has(name, "D2H") || has(name, "DtoH")) {
        op.category = "out-feed";
        op.bytes.to_host = bytes;
        in_memory(bytes, zero);
    } else if (has(name, "P2P") || has(name, "PtoP")) {
        op.category = "peer-copy";
        op.bytes.peer = bytes;
        in_memory(zero, bytes);
    } else {
        op.category = "copy";
        in_memory(bytes, bytes);
    }
}

class Streams {
  public:
    Streams(const Plane& plane, const ImportOptions& options, Totals& totals)
        : plane_(plane), options_(options), totals_(totals), steps_(plane, options, totals) {}

    CoreTimes run() {
        const Lines lines = lines_of(plane_, "Stream #");
        times_.damaged_lines = lines.damaged;
        times_.steps = steps_.count();
        times_.skipped = steps_.skipped();
        times_.damaged = steps_.damaged();
        for (const Line& line : lines.lines)
            times_.damaged +=
                for_each_event(plane_, line, lines.base_ns, [&](const Event& event) { take(event); });
        for (const Entry& entry : ops_)
            if (entry.op.calls > 0) totals_.add(entry.place, entry.op);
        sum_times();
        return times_;
    }

  private:
    std::string_view name_of(std::int64_t metadata) {
        const auto [at, inserted] = names_.try_emplace(metadata);
        if (inserted)
            if (const auto meta = plane_.describe(metadata)) at->second = meta->name;
        return at->second;
    }

    void take(const Event& event) {
        const std::string_view kernel = name_of(event.metadata);
        if (kernel.empty()) return static_cast<void>(++times_.nameless);
        const bool copies = !event.copy.empty() || kernel.starts_with("Memcpy");
        // What XProf lists are XLA's operations; several kernels may work for one.
        const std::string_view name = event.hlo_op.empty() || copies ? kernel : event.hlo_op;
        const auto [at, inserted] = index_.try_emplace({event.program, name}, ops_.size());
        if (inserted)
            ops_.push_back({.place = totals_.find(event.program, name, plane_.name()),
                            .op = {.name = std::string(name), .calls = 0}});
        Entry& entry = ops_[at->second];
        // What was summed up has no place in time.
        const bool placed = event.runs == 0;
        if (placed && steps_.is_skipped(event.begin))
            return totals_.refuse(entry.place, "it ran in left out steps only");
        Op run{.calls = event.runs > 0 ? static_cast<double>(event.runs) : 1};
        run.total = run.own = static_cast<double>(event.duration) * pico;
        if (copies)
            set_copy(event, kernel, run);
        else
            run.category = torch::is_communication(kernel) ? "communication" : "kernel";
        if (placed && (options_.feeds || !is_feed(run.category)))
            spans_.emplace_back(event.begin, event.end());
        if (const std::uint32_t step = placed ? steps_.at(event.begin) : StepWindows::none;
            step != StepWindows::none)
            totals_.add_to_step(steps_.place(step), entry.place, run);
        if (entry.op.calls > 0) return add_work(entry.op, run);
        run.name = std::move(entry.op.name);
        run.framework_op = event.framework_op;
        entry.op = std::move(run);
    }

    void sum_times() {
        std::sort(spans_.begin(), spans_.end());
        std::int64_t reached = INT64_MIN;
        double busy = 0;
        for (const auto& [begin, end] : spans_) {
            if (end > reached) busy += static_cast<double>(end - std::max(begin, reached));
            reached = std::max(reached, end);
        }
        if (spans_.empty()) return;
        times_.busy = busy * pico;
        times_.wall = static_cast<double>(reached - spans_.front().first) * pico;
    }

    const Plane& plane_;
    const ImportOptions& options_;
    Totals& totals_;
    CoreTimes times_{};
    std::unordered_map<std::int64_t, std::string_view> names_{};  ///< by the events' descriptions
    StepWindows steps_;
    struct Entry {
        std::size_t place = 0;  ///< in the totals
        Op op{};                ///< of no calls until it ran
    };
    std::map<std::pair<std::uint64_t, std::string_view>, std::size_t> index_{};  ///< by program and name
    std::vector<Entry> ops_{};
    std::vector<std::pair<std::int64_t, std::int64_t>> spans_{};  ///< ps
};

}  // namespace

CoreTimes read_streams(const Plane& plane, const ImportOptions& options, Totals& totals) {
    return Streams(plane, options, totals).run();
}

}  // namespace mansard::analyzer::xprof
