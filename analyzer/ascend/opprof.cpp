#include "analyzer/ascend/opprof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/ascend/tensors.hpp"
#include "analyzer/numbers.hpp"
#include "core/csv.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::ascend {
namespace {

/// Counts and rates of these files agree with 1024 and with no other.
constexpr double kib = 1024;

bool names(const std::vector<std::string>& header, std::string_view column) {
    return std::ranges::find(header, column) != header.end();
}

bool is_basic(const std::vector<std::string>& header) {
    return names(header, "Op Name") && names(header, "Op Type") && names(header, "Task Duration(us)");
}

bool is_amount(double value) {
    return std::isfinite(value) && value >= 0;
}

/// Of two shares of time the type that alone was computed in.
Dtype only_type(double f32, double f16) {
    if (f32 > 0 && f16 == 0) return Dtype::f32;
    if (f16 > 0 && f32 == 0) return Dtype::f16;
    return Dtype::unknown;
}

}  // namespace

bool is_opprof_header(const std::vector<std::string>& header) {
    return is_basic(header) || (names(header, "block_id") && names(header, "sub_block_id"));
}

void OpProfile::take_basic(const std::vector<std::string>& header, const std::vector<std::string_view>& row) {
    for (std::size_t i = 0; i < std::min(header.size(), row.size()); ++i) {
        if (is_missing(row[i])) continue;
        if (header[i] == "Op Name") name_ = escape_invalid_utf8(trimmed(row[i]));
        if (header[i] == "Op Type") core_ = escape_invalid_utf8(trimmed(row[i]));
        if (header[i] == "Device Id") device_ = "Ascend NPU " + escape_invalid_utf8(trimmed(row[i]));
        if (header[i] == "Task Duration(us)")
            if (const ReadNumber read = read_number(row[i]); read.fault == nullptr)
                microseconds_ = read.value;
    }
}

void OpProfile::take_block(const std::vector<std::string>& header, const std::vector<std::string_view>& row) {
    for (std::size_t i = 0; i < std::min(header.size(), row.size()); ++i) {
        if (is_missing(row[i]) || header[i].empty() || header[i].ends_with("block_id")) continue;
        const ReadNumber read = read_number(row[i]);
        if (read.fault != nullptr) continue;
        Sum& sum = sums_[header[i]];
        sum.value += read.value;
        ++sum.rows;
    }
}

void OpProfile::read(const std::filesystem::path& file, Profile& profile) {
    CsvReader reader(file);
    std::vector<std::string_view> fields;
    if (!reader.next(fields)) return;
    std::vector<std::string> header;
    for (const std::string_view field : fields) header.emplace_back(escape_invalid_utf8(trimmed(field)));
    if (!is_opprof_header(header)) return;
    const bool basic = is_basic(header);
    // Two tables of blocks share columns (aic_time(us)), which say the same: the first counts.
    std::map<std::string, Sum, std::less<>> before;
    before.swap(sums_);
    while (reader.next(fields)) {
        ++profile.records;
        if (fields.size() + 1 < header.size()) {
            profile.rejected.push_back(
                {.record = fmt::format("{}, line {}", file.string(), reader.line()),
                 .reason = fmt::format("it has {} cells, its table {}", fields.size(), header.size())});
            continue;
        }
        ++rows_;
        if (basic)
            take_basic(header, fields);
        else
            take_block(header, fields);
    }
    for (auto& [column, sum] : before) sums_[column] = sum;
}

double OpProfile::sum_of(std::string_view column) const {
    const auto found = sums_.find(column);
    return found != sums_.end() ? found->second.value : 0;
}

Point OpProfile::point(const std::string& fallback) const {
    Point point{.name = name_.empty() ? fallback : name_, .granularity = Granularity::op};
    point.records = static_cast<std::uint32_t>(rows_);
    if (!device_.empty()) point.device = Label(device_);
    if (!core_.empty()) point.category = Label(core_);
    if (microseconds_) point.seconds = *microseconds_ * 1e-6;
    const double cube = sum_of("aic_cube_fops"), vector = sum_of("aiv_vec_fops");
    if (has("aic_cube_fops") && is_amount(cube))
        point.flops.push_back({.dtype = only_type(0, sum_of("aic_cube_fp16_ratio")),
                               .engine = Engine::matrix,
                               .count = cube,
                               .how = How::counted});
    if (has("aiv_vec_fops") && is_amount(vector))
        point.flops.push_back({.dtype = only_type(sum_of("aiv_vec_fp32_ratio"), sum_of("aiv_vec_fp16_ratio")),
                               .engine = Engine::vector,
                               .count = vector,
                               .how = How::counted});
    // A unit that did nothing is no unit of the op, unless no other did anything.
    if (point.flops.size() == 2)
        std::erase_if(point.flops,
                      [&](const FlopCount& flops) { return flops.count == 0 && cube + vector > 0; });
    if (has("read_main_memory_datas(KB)") && has("write_main_memory_datas(KB)")) {
        const double read = sum_of("read_main_memory_datas(KB)") * kib;
        const double written = sum_of("write_main_memory_datas(KB)") * kib;
        if (is_amount(read + written))
            point.bytes.push_back({.level = Level::DRAM,
                                   .basis = Basis::traffic,
                                   .how = How::counted,
                                   .read = read,
                                   .written = written,
                                   .count = read + written});
    }
    Details details;
    for (const auto& [column, sum] : sums_)
        if ((column.ends_with("_ratio") || column.ends_with("_rate(%)") || column.ends_with("_rate")) &&
            sum.rows > 0 && sum.value > 0 && std::isfinite(sum.value))
            details.metrics.push_back({.name = column, .value = sum.value / static_cast<double>(sum.rows)});
    if (!details.metrics.empty()) point.details = std::make_shared<const Details>(std::move(details));
    return point;
}

}  // namespace mansard::analyzer::ascend
