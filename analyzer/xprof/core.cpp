#include "analyzer/xprof/core.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analyzer/xprof/steps.hpp"
#include "analyzer/xprof/wire.hpp"

namespace mansard::analyzer::xprof {
namespace {

constexpr double pico = 1e-12;
constexpr std::uint32_t none = StepWindows::none;

/// When an operation ran: small, for there are millions.
struct Run {
    std::int64_t begin = 0, duration = 0;
    std::uint32_t op = 0;
    std::uint32_t own_work = none;  ///< index of its own FLOPs and bytes, where it has some
    std::int64_t end() const { return begin + duration; }
};

/// A sum over the runs that have an amount of their own; the others have the description's.
struct OwnSum {
    double sum = 0, runs = 0;
    void add(const std::optional<double>& amount) {
        if (amount) sum += *amount, ++runs;
    }
    std::optional<double> over(double all_runs, const std::optional<double>& of_one_run) const {
        if (runs >= all_runs) return sum;
        return of_one_run ? std::optional(sum + *of_one_run * (all_runs - runs)) : std::nullopt;
    }
};

struct Sums {
    double runs = 0, total = 0, own = 0, dma_stall = 0;  ///< ps
    OwnSum flops{}, model_flops{}, bytes{};
};

/// The work of these runs, without the operation's name.
Op work_of(const OpMeta& meta, const Sums& sums) {
    Op op{.category = std::string(meta.category),
          .calls = sums.runs,
          .total = sums.total * pico,
          .own = sums.own * pico,
          .flops = sums.flops.over(sums.runs, meta.flops),
          .model_flops = sums.model_flops.over(sums.runs, meta.model_flops),
          .bytes = meta.bytes};
    for (const auto part :
         {&MemoryBytes::hbm, &MemoryBytes::hbm_read, &MemoryBytes::hbm_written, &MemoryBytes::cmem_read,
          &MemoryBytes::cmem_write, &MemoryBytes::vmem_read, &MemoryBytes::vmem_write})
        if (op.bytes.*part) *(op.bytes.*part) *= sums.runs;
    if (sums.bytes.runs > 0) op.bytes = {.hbm = sums.bytes.over(sums.runs, meta.bytes.hbm)};
    if (sums.dma_stall > 0) op.dma_stall = sums.dma_stall * pico;
    // The cost model knows the operation: what it does not name, it does not count.
    if (!op.flops && op.bytes.hbm) op.flops = 0;
    return op;
}

struct CoreOp {
    OpMeta meta{};
    std::size_t total = 0;      ///< its place in the totals
    std::uint32_t step = none;  ///< that `sums` are of
    Sums sums{};
};

class Core {
  public:
    Core(const Plane& plane, const ImportOptions& options, Totals& totals)
        : plane_(plane), options_(options), totals_(totals), steps_(plane, options, totals) {}

    CoreTimes run() {
        times_.steps = steps_.count();
        times_.skipped = steps_.skipped();
        times_.damaged = steps_.damaged();
        widen(steps_.first(), steps_.last());
        const Lines lines = lines_of(plane_, "XLA Ops");
        times_.damaged_lines += lines.damaged;
        for (const Line& line : lines.lines) {
            runs_.clear();
            times_.damaged +=
                for_each_event(plane_, line, lines.base_ns, [&](const Event& event) { take(event); });
            nest();
        }
        for (CoreOp& op : ops_) flush(op);
        if (last_ > first_) times_.wall = std::max(0.0, static_cast<double>(last_ - first_) * pico - feeds_);
        return times_;
    }

  private:
    void widen(std::int64_t begin, std::int64_t end) {
        first_ = std::min(first_, begin);
        last_ = std::max(last_, end);
    }

    /// The operation's place in `ops_`.
    std::uint32_t find(std::int64_t metadata) {
        const auto [at, inserted] = op_by_metadata_.try_emplace(metadata, none);
        if (inserted) {
            std::optional<OpMeta> meta;
            try {
                meta = plane_.describe(metadata);
            } catch (const protozero::exception&) {
                // Its description is damaged: it has no name.
            }
            if (meta && !meta->name.empty()) {
                at->second = static_cast<std::uint32_t>(ops_.size());
                ops_.push_back({*meta, totals_.find(meta->program, meta->name, plane_.name())});
            }
        }
        return at->second;
    }

    void take(const Event& event) {
        const std::uint32_t op = find(event.metadata);
        if (op == none) return static_cast<void>(++times_.nameless);
        if (event.runs > 0) {
            // Summed up by the profiler, which knows what of it ran within others.
            Sums& sums = sums_of(op, none);
            add_own_work(event, sums);
            const double self = static_cast<double>(event.self.value_or(event.duration));
            return add(sums, static_cast<double>(event.runs), static_cast<double>(event.duration), self);
        }
        if (steps_.is_skipped(event.begin)) {
            totals_.refuse(ops_[op].total, "it ran in left out steps only");
            return;
        }
        Run run{.begin = event.begin, .duration = event.duration, .op = op};
        if (event.flops || event.model_flops || event.bytes || event.dma_stall > 0) {
            run.own_work = static_cast<std::uint32_t>(own_work_.size());
            own_work_.push_back({});
            add_own_work(event, own_work_.back());
        }
        widen(run.begin, run.end());
        runs_.push_back(run);
    }

    static void add_own_work(const Event& event, Sums& sums) {
        sums.flops.add(event.flops);
        sums.model_flops.add(event.model_flops);
        sums.bytes.add(event.bytes);
        sums.dma_stall += event.dma_stall;
    }

    /// What is still running while the next begins: it has that one within itself, if it lasts as long.
    void nest() {
        const auto before = [](const Run& a, const Run& b) {
            return a.begin != b.begin ? a.begin < b.begin : a.duration > b.duration;
        };
        if (!std::is_sorted(runs_.begin(), runs_.end(), before))
            std::stable_sort(runs_.begin(), runs_.end(), before);
        struct Open {
            const Run* run;
            double within;  ///< ps
        };
        std::vector<Open> open;
        const auto close = [&] {
            const Open& last = open.back();
            const auto total = static_cast<double>(last.run->duration);
            finish(*last.run, total, std::max(0.0, total - last.within));
            open.pop_back();
        };
        for (const Run& run : runs_) {
            while (!open.empty() && open.back().run->end() < run.end()) close();
            if (!open.empty()) open.back().within += static_cast<double>(run.duration);
            open.push_back({&run, 0});
        }
        while (!open.empty()) close();
    }

    void finish(const Run& run, double total, double own) {
        Sums& sums = sums_of(run.op, steps_.at(run.begin));
        if (run.own_work != none) {
            const Sums& work = own_work_[run.own_work];
            for (const auto part : {&Sums::flops, &Sums::model_flops, &Sums::bytes}) {
                (sums.*part).sum += (work.*part).sum;
                (sums.*part).runs += (work.*part).runs;
            }
            sums.dma_stall += work.dma_stall;
        }
        add(sums, 1, total, own);
    }

    static void add(Sums& sums, double runs, double total, double own) {
        sums.runs += runs;
        sums.total += total;
        sums.own += own;
    }

    /// What runs of `op` in `step` are added to: they come in order of time, so that a step once left hardly
    /// comes again.
    Sums& sums_of(std::uint32_t op, std::uint32_t step) {
        CoreOp& of = ops_[op];
        if (of.step != step) {
            flush(of);
            of.step = step;
        }
        return of.sums;
    }

    void flush(CoreOp& of) {
        const Sums sums = std::exchange(of.sums, {});
        if (sums.runs <= 0) return;
        times_.other_memories += of.meta.other_memories * sums.runs;
        if (!of.meta.fault.empty()) return totals_.spoil(of.total, std::string(of.meta.fault));
        Op work = work_of(of.meta, sums);
        const bool left_out = !options_.feeds && is_feed(work.category);
        if (left_out) feeds_ += *work.own;
        if (of.step != none) {
            if (left_out) totals_.add_time(steps_.place(of.step), -*work.own);
            totals_.add_to_step(steps_.place(of.step), of.total, work);
        }
        work.framework_op = of.meta.framework_op;
        totals_.add(of.total, work);
    }

    const Plane& plane_;
    const ImportOptions& options_;
    Totals& totals_;
    CoreTimes times_{};
    StepWindows steps_;
    std::int64_t first_ = INT64_MAX, last_ = INT64_MIN;
    std::vector<CoreOp> ops_{};
    std::unordered_map<std::int64_t, std::uint32_t> op_by_metadata_{};
    std::vector<Run> runs_{};  ///< of one line
    std::vector<Sums> own_work_{};
    double feeds_ = 0;  ///< s
};

}  // namespace

Lines lines_of(const Plane& plane, std::string_view beginning) {
    Lines out;
    bool any = false;
    for (const std::string_view bytes : plane.lines()) {
        try {
            const Line line = read_line(bytes);
            out.base_ns = any ? std::min(out.base_ns, line.timestamp_ns) : line.timestamp_ns;
            any = true;
            if (line.name.starts_with(beginning)) out.lines.push_back(line);
        } catch (const protozero::exception&) {
            ++out.damaged;
        }
    }
    return out;
}

bool has_line(const Plane& plane, std::string_view beginning) {
    return !lines_of(plane, beginning).lines.empty();
}

CoreTimes read_core(const Plane& plane, const ImportOptions& options, Totals& totals) {
    return Core(plane, options, totals).run();
}

CoreTimes read_sparse_core(const Plane& plane, Totals& totals) {
    CoreTimes times;
    const Lines lines = lines_of(plane, "Sparse Core Ops");
    times.damaged_lines = lines.damaged;
    std::unordered_map<std::int64_t, bool> seen;
    for (const Line& line : lines.lines)
        times.damaged += for_each_event(plane, line, lines.base_ns, [&](const Event& event) {
            if (!seen.try_emplace(event.metadata, true).second) return;
            const auto meta = plane.describe(event.metadata);
            if (!meta || meta->name.empty()) return static_cast<void>(++times.nameless);
            totals.refuse(totals.find(meta->program, meta->name, plane.name()),
                          "it ran on a SparseCore, beside the core whose operations are the points");
        });
    return times;
}

}  // namespace mansard::analyzer::xprof
