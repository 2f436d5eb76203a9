// Intel Advisor's survey as CSV (advisor --report survey --format=csv). Its bytes are those that
// instructions move to and from registers: the cache-aware model.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/delimited.hpp"
#include "analyzer/finite.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/numbers.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view name_key = "functioncallsitesandloops";

bool is_header(const Header& keys) {
    return has_column(keys, name_key) && std::any_of(keys.begin(), keys.end(), [](const std::string& key) {
               return key.starts_with("self") || key.starts_with("total");
           });
}

int sniff(const std::filesystem::path&, std::string_view head) {
    return find_header(head, is_header) ? 95 : 0;
}

/// "2.150s", "<0.010s", "12.5ms", "< 0.001".
struct Amount {
    std::optional<double> value{};
    bool below = false;
    std::string fault{};
};

Amount read_amount(std::string_view text, std::string_view name, char delimiter) {
    Amount amount;
    const std::string whole(text);
    if (text.starts_with('<')) amount.below = true, text.remove_prefix(1);
    double unit = 1;
    if (text.ends_with("ms"))
        unit = 1e-3, text.remove_suffix(2);
    else if (text.ends_with('s'))
        text.remove_suffix(1);
    if (text.find_first_not_of(" -") == std::string_view::npos) return {};
    const std::string plain = plain_number(text, delimiter);
    const ReadNumber number = read_number(std::string_view(plain));
    if (number.fault != nullptr)
        amount.fault = fault_text(name, whole, number.fault);
    else
        amount.value = number.value * unit;
    return amount;
}

Dtype dtype_of(std::string_view types) {
    const bool f64 = types.find("Float64") != std::string_view::npos,
               f32 = types.find("Float32") != std::string_view::npos;
    return f64 == f32 ? Dtype::unknown : f64 ? Dtype::f64 : Dtype::f32;
}

class Survey {
  public:
    explicit Survey(const std::filesystem::path& path)
        : table_(path, is_header, "Advisor's columns \"Function Call Sites and Loops\", \"Self Time\", …"),
          name_(table_.column({name_key})),
          // Elapsed time is what passed; "Self Time" adds the threads' CPU time.
          elapsed_(table_.column({"selfelapsedtime"})),
          time_(table_.column({"selfelapsedtime", "selftime"})),
          flop_(table_.column({"selfgflop"})),
          rate_(table_.column({"selfgflops", "gflops"})),
          bytes_(table_.column({"selfmemorygb", "selfmemorytrafficgb"})),
          bandwidth_(table_.column({"selfgb/s"})),
          intensity_(table_.column({"selfai", "selfarithmeticintensity", "ai"})),
          types_(table_.column({"datatypes"})),
          kind_(table_.column({"type"})) {
        if (time_ || flop_ || rate_) return;
        // Only totals: a loop's contain those of the loops inside it.
        totals_ = true;
        elapsed_ = table_.column({"totalelapsedtime"});
        time_ = table_.column({"totalelapsedtime", "totaltime"});
        flop_ = table_.column({"totalgflop"});
        rate_ = table_.column({"totalgflops"});
        bytes_ = table_.column({"totalmemorygb"});
        bandwidth_ = table_.column({"totalgb/s"});
        intensity_ = table_.column({"totalarithmeticintensity", "totalai"});
    }

    void read(Profile& profile) {
        while (table_.next()) {
            ++profile.records;
            std::string fault;
            Point point = read_row(fault);
            if (fault.empty()) {
                profile.points.push_back(std::move(point));
                continue;
            }
            profile.rejected.push_back({.record = fmt::format("{}, line {}", profile.source, table_.line()),
                                        .name = point.name,
                                        .reason = std::move(fault)});
        }
        if (totals_)
            profile.notes.push_back(
                {.code = "totals_only",
                 .text = "The survey has total times only: a loop's contain those of the loops "
                         "inside it, and the sum of the points is too long",
                 .remedy = "export the Self columns, too"});
        if (!elapsed_ && !totals_)
            profile.notes.push_back({.code = "cpu_time",
                                     .text = "Advisor's Self Time adds the CPU time of all threads",
                                     .remedy = "export \"Self Elapsed Time\" of a program with threads"});
    }

  private:
    std::optional<double> amount(std::optional<std::size_t> column, Point& point, std::string& fault) const {
        if (!column) return std::nullopt;
        const std::string& name = table_.names()[*column];
        Amount read = read_amount(table_.at(column), name, table_.delimiter());
        if (fault.empty()) fault = std::move(read.fault);
        if (read.below) {
            point.notes.push_back(fmt::format("{} is below {}: taken for that", name,
                                              printable(table_.at(column).substr(1), 40)));
        }
        return read.value;
    }

    Point read_row(std::string& fault) const {
        Point point{.name = escape_invalid_utf8(table_.at(name_)),
                    .granularity = Granularity::region,
                    .category = Label(escape_invalid_utf8(table_.at(kind_)))};
        if (point.name.empty()) fault = "it has no name";
        if (table_.fields() > table_.names().size()) fault = "it has more fields than the header";
        point.seconds = amount(time_, point, fault);
        const auto rate = amount(rate_, point, fault), bandwidth = amount(bandwidth_, point, fault),
                   intensity = amount(intensity_, point, fault);
        // Rates are per second that passed: the CPU time of several threads would multiply the counts.
        const auto times = [&](std::optional<double> per_second) {
            return per_second && point.seconds && elapsed_ ? std::optional(*per_second * *point.seconds)
                                                           : std::nullopt;
        };
        std::optional<double> flop = amount(flop_, point, fault), bytes = amount(bytes_, point, fault);
        if (!flop) flop = times(rate);
        if (!flop && bytes && intensity) flop = *intensity * *bytes;
        if (!bytes) bytes = times(bandwidth);
        const auto left_out = [&](std::string_view what, std::string_view column) {
            point.notes.push_back(
                fmt::format("{} left out: the survey has their rate, and no time that passed "
                            "(Self Time adds the threads' CPU time); export \"{}\", too",
                            what, column));
        };
        if (!flop && rate.value_or(0) > 0) left_out("FLOPs", "Self GFLOP");
        if (!bytes && flop && intensity && *intensity > 0) bytes = *flop / *intensity;
        if (!bytes && bandwidth.value_or(0) > 0) left_out("bytes", "Self Memory GB");
        if (flop)
            point.flops.push_back(
                {.dtype = dtype_of(table_.at(types_)), .count = *flop * 1e9, .how = How::counted});
        if (bytes) point.bytes.push_back({.level = Level::L1, .how = How::counted, .count = *bytes * 1e9});
        keep_finite(point);
        return point;
    }

    DelimitedTable table_;
    std::optional<std::size_t> name_, elapsed_, time_, flop_, rate_, bytes_, bandwidth_, intensity_, types_,
        kind_;
    bool totals_ = false;
};

Profile import(const std::filesystem::path& path, const ImportOptions&) {
    Profile profile{.source = input_name(path), .format = "advisor"};
    Survey(path).read(profile);
    if (profile.records == 0)
        throw Error(Exit::bad_input, "the survey lists no loop and no function",
                    {.where = profile.source, .expected = "rows below the header"});
    profile.notes.push_back(
        {.code = "register_bytes",
         .text = "Advisor's bytes are those between registers and L1, whatever level serves them",
         .remedy = ""});
    return profile;
}

}  // namespace

extern constinit const ImporterDesc advisor_importer{
    .name = "advisor", .summary = "Intel Advisor's survey as CSV", .sniff = sniff, .import = import};

}  // namespace mansard::analyzer
