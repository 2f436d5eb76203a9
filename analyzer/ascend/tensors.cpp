#include "analyzer/ascend/tensors.hpp"

#include <fmt/format.h>

#include <charconv>

#include "analyzer/cost/sizes.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::ascend {
namespace {

/// Of one tensor, and of all: what profilers write is far below, and products of sizes stay finite.
constexpr std::size_t most_dimensions = 16, most_tensors = 4096;

std::string plain_format(std::string_view format) {
    if (format.starts_with("FORMAT_")) format.remove_prefix(7);
    return std::string(format.substr(0, format.find(':')));
}

/// The product of two sizes; nothing beyond the range of one.
std::optional<std::int64_t> product(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
}

}  // namespace

std::string_view trimmed(std::string_view cell) {
    const std::size_t first = cell.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return cell.substr(first, cell.find_last_not_of(" \t\r\n") - first + 1);
}

bool is_missing(std::string_view cell) {
    cell = trimmed(cell);
    return cell.empty() || cell == "N/A" || cell == "NA";
}

std::string_view unquoted(std::string_view cell) {
    cell = trimmed(cell);
    if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') return cell.substr(1, cell.size() - 2);
    return cell;
}

std::vector<std::string_view> parts(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = text.find(separator);
        out.push_back(trimmed(text.substr(0, end)));
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

std::optional<std::vector<std::int64_t>> dimensions(std::string_view text) {
    std::vector<std::int64_t> dims;
    if (trimmed(text).empty()) return dims;
    for (const std::string_view part : parts(text, ',')) {
        std::int64_t dim = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), dim);
        if (error != std::errc() || end != part.data() + part.size() || dim < 0) return std::nullopt;
        dims.push_back(dim);
        if (dims.size() > most_dimensions) return std::nullopt;
    }
    return dims;
}

bool is_padded_format(std::string_view format) {
    return format.starts_with("NC1HWC0") || format.starts_with("NDC1HWC0") || format.starts_with("FRACTAL_");
}

Tensors read_tensors(std::string_view shapes, std::string_view types, std::string_view formats) {
    Tensors out;
    if (is_missing(shapes) || is_missing(types)) {
        out.fault = "the profile has no shapes of it";
        return out;
    }
    const auto all_shapes = parts(unquoted(shapes), ';'), all_types = parts(unquoted(types), ';');
    const auto all_formats = parts(unquoted(formats), ';');
    if (all_shapes.size() != all_types.size() || all_shapes.size() > most_tensors) {
        out.fault = fmt::format("it has {} shapes for {} types", all_shapes.size(), all_types.size());
        return out;
    }
    for (std::size_t i = 0; i < all_shapes.size(); ++i) {
        const std::string_view format = i < all_formats.size() ? all_formats[i] : std::string_view();
        if (all_types[i] == "UNDEFINED" || format == "NULL") continue;
        auto dims = dimensions(all_shapes[i]);
        if (!dims) {
            out.fault = fmt::format("\"{}\" is no shape", printable(all_shapes[i], 40));
            return out;
        }
        out.list.push_back({.dims = *std::move(dims), .type = cost::element_type(all_types[i])});
        out.formats.push_back(plain_format(format));
    }
    return out;
}

cost::Tensor logical(const cost::Tensor& tensor, std::string_view format) {
    cost::Tensor out = tensor;
    const auto& d = tensor.dims;
    std::vector<std::int64_t> dims;
    const auto add = [&](std::optional<std::int64_t> size) {
        if (size) dims.push_back(*size);
        return size.has_value();
    };
    bool known = false;
    if (format == "NC1HWC0" && d.size() == 5)
        known = add(d[0]) && add(product(d[1], d[4])) && add(d[2]) && add(d[3]);
    else if (format == "NDC1HWC0" && d.size() == 6)
        known = add(d[0]) && add(product(d[2], d[5])) && add(d[1]) && add(d[3]) && add(d[4]);
    else if (format == "FRACTAL_Z" && d.size() == 4)  // (C1·KH·KW, N1, N0, C0): KH and KW are not told apart
        known = add(product(d[1], d[2])) && add(product(d[0], d[3])) && add(1);
    else if (format == "FRACTAL_NZ" && d.size() >= 4) {
        const std::size_t at = d.size() - 4;  // (…, N1, M1, M0, N0)
        dims.assign(d.begin(), d.begin() + static_cast<std::ptrdiff_t>(at));
        known = add(product(d[at + 1], d[at + 2])) && add(product(d[at], d[at + 3]));
    }
    out.padded = is_padded_format(format);
    if (known) {
        out.stored = cost::elements(tensor);
        out.dims = std::move(dims);
    }
    return out;
}

}  // namespace mansard::analyzer::ascend
