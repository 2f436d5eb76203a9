#include "analyzer/nvidia/ncu_text.hpp"

#include <algorithm>
#include <charconv>

#include "analyzer/nvidia/ncu_table.hpp"
#include "analyzer/nvidia/nvtx.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::nvidia {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::optional<double> number_in(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// "2022-Jun-08 16:31:17"
bool is_date(std::string_view text) {
    constexpr std::string_view form = "dddd-aaa-dd dd:dd:dd";
    if (text.size() != form.size()) return false;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] == 'a' ? text[i] == ' ' : form[i] == 'd' ? !is_digit(text[i]) : text[i] != form[i])
            return false;
    return true;
}

/// Cuts the last "(1, 2, 3)" off `text`: "1,2,3", or nothing.
std::string cut_extent(std::string_view& text) {
    if (!text.ends_with(')')) return {};
    const std::size_t open = text.rfind('(');
    if (open == std::string_view::npos) return {};
    std::string extent;
    for (const char c : text.substr(open + 1, text.size() - open - 2)) {
        if (c == ' ') continue;
        if (!is_digit(c) && c != ',') return {};
        extent += c;
    }
    if (std::ranges::count(extent, ',') != 2) return {};
    text = text.substr(0, open);
    return extent;
}

/// Where the dashes of a ruler begin and end.
std::vector<std::pair<std::size_t, std::size_t>> columns_of(std::string_view ruler) {
    std::vector<std::pair<std::size_t, std::size_t>> columns;
    for (std::size_t at = ruler.find('-'); at != std::string_view::npos; at = ruler.find('-', at)) {
        const std::size_t end = std::min(ruler.find(' ', at), ruler.size());
        columns.emplace_back(at, end);
        at = end;
    }
    return columns;
}

bool is_ruler(std::string_view line) {
    const std::string_view text = trimmed(line);
    return text.starts_with("---") && text.find_first_not_of("- ") == std::string_view::npos;
}

/// Cuts the last word off `text`; "(!) n/a" and "no data" are one.
std::string_view cut_word(std::string_view& text) {
    text = trimmed(text);
    for (const std::string_view phrase : {"(!) n/a", "no data"})
        if (text.ends_with(phrase)) {
            const std::string_view word = text.substr(text.size() - phrase.size());
            text.remove_suffix(phrase.size());
            return word;
        }
    const std::size_t space = text.rfind(' ');
    const std::string_view word = space == std::string_view::npos ? text : text.substr(space + 1);
    text.remove_suffix(word.size());
    return word;
}

}  // namespace

std::optional<KernelLine> parse_kernel_line(std::string_view line) {
    const auto is_attribute = [](std::string_view part) {
        const std::string_view key = part.substr(0, part.find(' '));
        return key.size() < part.size() && (key == "Context" || key == "Stream" || key == "Device" ||
                                            key == "CC" || key == "Invocations");
    };
    KernelLine kernel;
    std::string_view rest = trimmed(line);
    bool any = false;
    for (std::size_t comma = rest.rfind(", "); comma != std::string_view::npos; comma = rest.rfind(", ")) {
        const std::string_view part = rest.substr(comma + 2);
        const std::size_t space = part.find(' ');
        const std::string_view key = part.substr(0, space);
        if (!is_attribute(part)) {
            if (any && is_date(part)) rest = rest.substr(0, comma);
            break;
        }
        if (key == "CC") kernel.compute_capability = number_in(part.substr(space + 1)).value_or(0);
        if (key == "Device") kernel.device = trimmed(part.substr(space + 1));
        if (key == "Invocations") kernel.invocations = whole_number(part.substr(space + 1)).value_or(0);
        any = true;
        rest = rest.substr(0, comma);
    }
    if (!any) return std::nullopt;
    std::string_view name = rest;
    if (std::string block = cut_extent(name); !block.empty() && name.ends_with('x')) {
        name.remove_suffix(1);
        if (std::string grid = cut_extent(name); !grid.empty()) {
            kernel.block = std::move(block);
            kernel.grid = std::move(grid);
            rest = name;
        }
    }
    kernel.name = trimmed(rest);
    return kernel.name.empty() || is_attribute(kernel.name) ? std::nullopt : std::optional(kernel);
}

SectionRow parse_section_row(std::string_view line, std::string_view ruler) {
    const auto columns = columns_of(ruler);
    bool fits = columns.size() >= 3 && line.size() > columns.back().first;
    for (std::size_t i = 1; fits && i < columns.size(); ++i)
        fits = trimmed(line.substr(columns[i - 1].second, columns[i].first - columns[i - 1].second)).empty();
    if (fits) {
        const auto cut = [&](std::size_t i) {
            return trimmed(line.substr(columns[i].first, columns[i].second - columns[i].first));
        };
        return {.name = cut(0), .unit = cut(1), .value = trimmed(line.substr(columns.back().first))};
    }
    SectionRow row;
    row.value = cut_word(line);
    // Minimum and maximum stand before the average.
    for (std::size_t i = 3; i < columns.size(); ++i) cut_word(line);
    line = trimmed(line);
    const std::size_t gap = line.find("  ");
    row.name = line.substr(0, gap);
    if (gap != std::string_view::npos) row.unit = trimmed(line.substr(gap));
    return row;
}

void NcuText::start_launch(const KernelLine& kernel) {
    any_kernel_ = true;
    Texts& texts = launches_.texts();
    launch_ = launches_.launch({process_, next_, 0, 0}).first;
    launch_->kernel = texts.id(escape_invalid_utf8(kernel.name));
    launch_->grid = texts.id(kernel.grid);
    launch_->block = texts.id(kernel.block);
    launch_->compute_capability = kernel.compute_capability;
    launches_.saw_device(kernel.device);
    launch_->rounded = true;
    if (kernel.invocations > 0) {
        launch_->calls = kernel.invocations;
        launch_->summary = true;
    } else {
        launch_->id = static_cast<std::int64_t>(next_);
    }
    ++next_;
    in_rows_ = in_nvtx_ = false;
    regions_.clear();
}

void NcuText::nvtx_line(std::string_view text) {
    if (!text.starts_with('<') || !text.ends_with('>')) return;
    const std::string_view inside = text.substr(1, text.size() - 2);
    const std::size_t comma = inside.find(',');
    const bool numbered = comma != std::string_view::npos && comma > 0 &&
                          std::ranges::all_of(inside.substr(0, comma), is_digit);
    if (!numbered) {
        domain_ = text == "<default domain>" ? "" : std::string(inside);
        return;
    }
    append_region(regions_, domain_, inside.substr(comma + 1));
    launch_->regions = launches_.texts().id(escape_invalid_utf8(regions_));
}

void NcuText::read_pending() {
    if (pending_.empty()) return;
    const SectionRow row = parse_section_row(pending_, ruler_);
    launches_.read(*launch_, launches_.column(row.name, row.unit), row.value);
    pending_.clear();
}

void NcuText::line(std::string_view text) {
    read_pending();
    if (is_ncu_process(text)) {
        launches_.start_capture();
        in_process_ = true;
        launch_ = nullptr;
        ++process_;
        next_ = 0;
        return;
    }
    const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
    if (in_process_ && indent == 2) {
        if (const auto kernel = parse_kernel_line(text)) return start_launch(*kernel);
        sums_devices_ = sums_devices_ || (trimmed(text).starts_with("Device ") &&
                                          text.find(", Invocations ") != std::string_view::npos);
    }
    if (launch_ == nullptr || indent < 4) return launches_.messages().observe(text);
    const std::string_view inner = trimmed(text);
    if (inner.starts_with("NVTX ")) {
        in_nvtx_ = true;
    } else if (inner.starts_with("Section:")) {
        in_nvtx_ = in_rows_ = false;
    } else if (is_ruler(text)) {
        // One above the heading, one below it, and one behind the last row.
        in_rows_ = !in_rows_ || !any_row_;
        any_row_ = false;
        ruler_ = text;
    } else if (in_nvtx_) {
        nvtx_line(inner);
    } else if (in_rows_ && !inner.starts_with("Metric Name ")) {
        any_row_ = true;
        pending_ = text;
    }
}

}  // namespace mansard::analyzer::nvidia
