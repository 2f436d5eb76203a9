// XProf's roofline_model: the table of its page as JSON (a DataTable) or as CSV.
//
// The table comes twice, with and without in-feed and out-feed, and within each once for the whole profile,
// once by hardware counters, once for the average step and once for each step; the row of rank 0 sums the
// others up. Only the operations of one of these tables are the points.
#include <fmt/format.h>

#include "analyzer/advice.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/numbers.hpp"
#include "analyzer/xprof/table_op.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using namespace xprof;

/// The table holds the thousand longest operations; less than this share of the time is rounding.
constexpr double sums_agree = 0.01;

int sniff(const std::filesystem::path&, std::string_view head) {
    const bool json = names_columns(head, {"rank", "operation", "include_infeed_outfeed"});
    const bool csv = names_columns(head, {"Rank", "Operation", "Include Infeed/Outfeed"}) ||
                     (head.starts_with("Step,Rank,Category,Operation") &&
                      head.find("Include Infeed/Outfeed") != std::string_view::npos);
    return json || csv ? 95 : 0;
}

bool is_true(std::string_view text) {
    return text == "true" || text == "TRUE" || text == "True" || text == "1";
}

class Reading {
  public:
    Reading(const DataTable& table, const ImportOptions& options, Profile& profile)
        : table_(table),
          options_(options),
          profile_(profile),
          memories_(memories_of(table)),
          chip_(xprof::chip_of(table)) {}

    void run() {
        choose();
        std::size_t others = 0;
        for (const Row& row : table_.rows) {
            if (with_feeds(row) != feeds_) {
                ++others;
                continue;
            }
            take(row);
        }
        drop_steps();
        note("table_chosen",
             fmt::format("The points are the operations of step \"{}\", {} in-feed and out-feed; {} of the "
                         "other table are left out",
                         printable(step_, 40), feeds_ ? "with" : "without", counted(others, "row")),
             options_.feeds ? "--no-feeds takes the table without them" : "");
        check_sum();
    }

  private:
    bool with_feeds(const Row& row) const {
        return !table_.has(Column::feeds) || is_true(table_.text(row, Column::feeds));
    }

    bool is_program(const Row& row) const {
        const ReadNumber rank = read_number(table_.text(row, Column::rank));
        // Without a rank its category tells it.
        if (rank.fault != nullptr) return table_.text(row, Column::category) == "Program";
        return rank.value == 0;
    }

    /// The wanted table if it is there, else the one that is; of its steps the whole profile, else the first.
    void choose() {
        bool wanted = false;
        for (const Row& row : table_.rows) wanted = wanted || with_feeds(row) == options_.feeds;
        feeds_ = wanted ? options_.feeds : !options_.feeds;
        bool first = true;
        for (const Row& row : table_.rows) {
            const std::string_view step = table_.text(row, Column::step);
            if (with_feeds(row) != feeds_ || is_program(row)) continue;
            if (first || step == "Total") step_ = step;
            first = false;
        }
    }

    void take(const Row& row) {
        const std::string where = fmt::format("{}, {}", profile_.source, row.where);
        TableOp read = read_op(table_, row, memories_);
        const bool chosen = read.op.step == step_;
        if (!read.fault.empty()) {
            ++profile_.records;
            profile_.rejected.push_back(
                {.record = where, .name = printable(read.op.name), .reason = read.fault});
        } else if (is_program(row)) {
            add_whole(std::move(read.op), row, chosen);
        } else if (chosen) {
            read.op.step.clear();
            add_op(read.op, where, chip_, options_, profile_);
        } else if (!is_idle(read.op.category) && (options_.feeds || !is_feed(read.op.category))) {
            profile_.step_points.push_back(point_of(read.op, chip_));
        }
    }

    void add_whole(Op op, const Row& row, bool chosen) {
        const std::string step = std::exchange(op.step, "");
        const bool counted_ones = step == "Total (HW)";
        op.own.reset();  // it is 0: all its time is that of the operations
        if (chosen) {
            const ReadNumber per_core = read_number(table_.text(row, Column::time_per_core));
            if (per_core.fault == nullptr && per_core.value > 0) per_core_ = per_core.value * 1e-6;
            // Of all cores, as the operations' times are.
            profile_.seconds_wall = whole_ = *op.total;
        }
        const bool whole = step == "Total" || counted_ones;
        op.name = step == "Total"     ? "total"
                  : counted_ones      ? "total (hardware counters)"
                  : step == "Average" ? "average step"
                                      : "step " + step;
        op.category = "Program";
        if (counted_ones) op.how = How::counted;
        Point point = point_of(op, chip_);
        if (!whole && step != "Average") point.step = printable(step);
        (whole ? profile_.program : profile_.steps).push_back(std::move(point));
    }

    /// The first steps of the numbered ones; the average that XProf made has them still.
    void drop_steps() {
        std::vector<std::string> numbered;
        for (const Point& step : profile_.steps)
            if (!step.step.empty()) numbered.push_back(step.step.str());
        if (options_.skip_steps <= 0 || numbered.empty()) return;
        numbered.resize(std::min(numbered.size(), static_cast<std::size_t>(options_.skip_steps)));
        const auto skipped = [&](const Point& point) {
            return std::find(numbered.begin(), numbered.end(), point.step.view()) != numbered.end();
        };
        std::erase_if(profile_.steps, skipped);
        std::erase_if(profile_.step_points, skipped);
        note("steps_skipped",
             fmt::format("The first {} are left out of the steps; XProf's totals and average have them",
                         counted(numbered.size(), "step")),
             "analyze the raw *.xplane.pb to leave them out of the sums, too");
    }

    void check_sum() {
        double sum = seconds_of_points(profile_);
        for (const Row& row : table_.rows) {
            if (with_feeds(row) != feeds_ || table_.text(row, Column::step) != step_) continue;
            const TableOp read = read_op(table_, row, memories_);
            if (is_idle(read.op.category)) sum += read.op.own.value_or(0);
        }
        if (whole_ && *whole_ - sum > sums_agree * *whole_)
            note("operations_left_out",
                 fmt::format("The operations add up to {} of {}: XProf lists the thousand longest",
                             si(sum, "s"), si(*whole_, "s")),
                 "");
        if (whole_ && per_core_ && *whole_ > 1.5 * *per_core_)
            note(
                "cores_summed",
                fmt::format("Times are summed over {:.0f} cores, the whole's too (of one: {}); rates are one "
                            "core's, to be compared with one core's roofs",
                            *whole_ / *per_core_, si(*per_core_, "s")),
                "");
    }

    void note(std::string code, std::string text, std::string remedy) {
        profile_.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    }

    const DataTable& table_;
    const ImportOptions& options_;
    Profile& profile_;
    Memories memories_;
    Chip chip_;
    bool feeds_ = true;
    std::string step_{};             ///< whose operations are the points
    std::optional<double> whole_{};  ///< its time, s over all cores
    std::optional<double> per_core_{};
};

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    const std::string source = input_name(path);
    const DataTable table = read_table(read_file(path), source);
    Profile profile{.source = source, .format = "xprof-roofline"};
    note_table(table, profile);
    Reading(table, options, profile).run();
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the table holds no operation",
                    {.where = source, .expected = "rows of roofline_model with a rank of 1 and more"});
    state_device_kind(profile, device_kind::gpu_or_tpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc xprof_roofline_importer{
    .name = "xprof-roofline",
    .summary = "XProf's roofline_model: its table as JSON or CSV",
    .sniff = sniff,
    .import = import,
    .heeds = {.skip_steps = true, .feeds = true}};

}  // namespace mansard::analyzer
