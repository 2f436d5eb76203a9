#include "analyzer/torch/kernel_name.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/error.hpp"

namespace mansard::analyzer::torch {
namespace {

bool has(std::string_view name, std::string_view part) {
    return name.find(part) != std::string_view::npos;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool half_types(std::string_view name) {
    return has(name, "fp16") || has(name, "f16") || has(name, "bf16") || has(name, "half");
}

/// "128x256" anywhere after `from`, between marks that are no letters.
std::optional<std::pair<double, double>> tile_after(std::string_view name, std::size_t from) {
    for (std::size_t at = from; at < name.size(); ++at) {
        if (!is_digit(name[at]) || is_digit(name[at - 1])) continue;
        int rows = 0, columns = 0;
        const char* const end = name.data() + name.size();
        const auto first = std::from_chars(name.data() + at, end, rows);
        if (first.ec != std::errc() || first.ptr == end || *first.ptr != 'x') continue;
        const auto second = std::from_chars(first.ptr + 1, end, columns);
        // A third size is a depth: "128x256x32".
        if (second.ec != std::errc() || rows < 16 || columns < 16) continue;
        return std::pair(static_cast<double>(rows), static_cast<double>(columns));
    }
    return std::nullopt;
}

}  // namespace

std::optional<cost::ProductUnit> product_unit(std::string_view kernel) {
    if (has(kernel, "tf32")) return cost::ProductUnit{.dtype = Dtype::tf32};
    if (has(kernel, "d884gemm") || has(kernel, "dmma")) return cost::ProductUnit{.dtype = Dtype::f64};
    // On tensors of f32 the matrix instruction 16×8×8 is TF32's; on those of 16 bits it was Turing's.
    if (has(kernel, "s1688gemm") && !half_types(kernel)) return cost::ProductUnit{.dtype = Dtype::tf32};
    return std::nullopt;
}

cost::ElementType element_type_in(std::string_view kernel) {
    constexpr auto words = std::to_array<std::string_view>({"float", "double", "c10::Half", "c10::BFloat16"});
    cost::ElementType found{};
    for (const std::string_view word : words) {
        bool whole = false;
        for (std::size_t at = kernel.find(word); at != std::string_view::npos;
             at = kernel.find(word, at + 1)) {
            const char before = at > 0 ? kernel[at - 1] : ' ';
            const char after = at + word.size() < kernel.size() ? kernel[at + word.size()] : ' ';
            whole = whole || ((before == '<' || before == ' ' || before == '(') &&
                              (after == ',' || after == '>' || after == ')'));
        }
        if (!whole) continue;
        if (found.bytes > 0) return {};
        found = cost::element_type(word);
    }
    return found;
}

std::optional<GemmKernel> gemm_kernel(std::string_view kernel) {
    const std::size_t gemm = kernel.find("gemm");
    if (gemm == std::string_view::npos) return std::nullopt;
    const auto tile = tile_after(kernel, gemm + 4);
    if (!tile) return std::nullopt;
    GemmKernel out{.tile_rows = tile->first, .tile_columns = tile->second};
    const std::string_view head = kernel.substr(0, gemm + 4);
    if (has(kernel, "bf16"))
        out.type = cost::element_type("bfloat16");
    else if (has(kernel, "fp16") || head.ends_with("hgemm") || head.ends_with("h16816gemm"))
        out.type = cost::element_type("half");
    else if (head.ends_with("dgemm") || has(head, "d884gemm"))
        out.type = cost::element_type("double");
    else if (head.ends_with("sgemm") || product_unit(kernel))
        out.type = cost::element_type("float");
    else
        return std::nullopt;
    return out;
}

std::string short_name(std::string_view kernel) {
    constexpr std::string_view result = "void ", unnamed = "(anonymous namespace)::";
    std::string name(kernel.starts_with(result) ? kernel.substr(result.size()) : kernel);
    for (std::size_t at; (at = name.find(unnamed)) != std::string::npos;) name.erase(at, unnamed.size());
    const std::size_t end = name.find_first_of("<(");
    if (end != std::string::npos && end > 0) name.resize(end);
    return printable(name, 60);
}

bool is_communication(std::string_view kernel) {
    return kernel.starts_with("nccl") || kernel.starts_with("rccl") || has(kernel, "ncclDevKernel");
}

}  // namespace mansard::analyzer::torch
