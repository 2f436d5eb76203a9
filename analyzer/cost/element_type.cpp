#include <algorithm>
#include <array>

#include "analyzer/cost/op.hpp"
#include "core/words.hpp"

namespace mansard::analyzer::cost {
namespace {

struct Spelling {
    std::string_view name;  ///< in small letters, without "c10::" and "dt_"
    ElementType type;
};

constexpr ElementType real(Dtype dtype, double bytes) {
    return {.dtype = dtype, .bytes = bytes, .is_float = true};
}
constexpr ElementType whole(Dtype dtype, double bytes) {
    return {.dtype = dtype, .bytes = bytes};
}
constexpr ElementType pair(Dtype dtype, double bytes) {
    return {.dtype = dtype, .bytes = bytes, .is_float = true, .is_complex = true};
}

constexpr auto spellings = std::to_array<Spelling>({
    Spelling{"float", real(Dtype::f32, 4)},
    Spelling{"float32", real(Dtype::f32, 4)},
    Spelling{"double", real(Dtype::f64, 8)},
    Spelling{"float64", real(Dtype::f64, 8)},
    Spelling{"half", real(Dtype::f16, 2)},
    Spelling{"float16", real(Dtype::f16, 2)},
    Spelling{"bfloat16", real(Dtype::bf16, 2)},
    Spelling{"bf16", real(Dtype::bf16, 2)},
    Spelling{"float8_e4m3fn", real(Dtype::fp8, 1)},
    Spelling{"float8_e5m2", real(Dtype::fp8, 1)},
    Spelling{"float8_e4m3fnuz", real(Dtype::fp8, 1)},
    Spelling{"float8_e5m2fnuz", real(Dtype::fp8, 1)},
    Spelling{"float4_e2m1fn_x2", real(Dtype::fp4, 1)},  // two in a byte are one element
    Spelling{"float4_e2m1", real(Dtype::fp4, 0.5)},
    Spelling{"long int", whole(Dtype::unknown, 8)},
    Spelling{"long", whole(Dtype::unknown, 8)},
    Spelling{"int64", whole(Dtype::unknown, 8)},
    Spelling{"uint64", whole(Dtype::unknown, 8)},
    Spelling{"unsigned long", whole(Dtype::unknown, 8)},
    Spelling{"int", whole(Dtype::i32, 4)},
    Spelling{"int32", whole(Dtype::i32, 4)},
    Spelling{"uint32", whole(Dtype::i32, 4)},
    Spelling{"unsigned int", whole(Dtype::i32, 4)},
    Spelling{"short", whole(Dtype::unknown, 2)},
    Spelling{"short int", whole(Dtype::unknown, 2)},
    Spelling{"int16", whole(Dtype::unknown, 2)},
    Spelling{"uint16", whole(Dtype::unknown, 2)},
    Spelling{"unsigned short", whole(Dtype::unknown, 2)},
    Spelling{"signed char", whole(Dtype::i8, 1)},
    Spelling{"unsigned char", whole(Dtype::i8, 1)},
    Spelling{"int8", whole(Dtype::i8, 1)},
    Spelling{"uint8", whole(Dtype::i8, 1)},
    Spelling{"qint8", whole(Dtype::i8, 1)},
    Spelling{"quint8", whole(Dtype::i8, 1)},
    Spelling{"int4", whole(Dtype::i4, 0.5)},
    Spelling{"bool", whole(Dtype::unknown, 1)},
    Spelling{"complex<float>", pair(Dtype::f32, 8)},
    Spelling{"complex64", pair(Dtype::f32, 8)},
    Spelling{"complex<double>", pair(Dtype::f64, 16)},
    Spelling{"complex128", pair(Dtype::f64, 16)},
    Spelling{"complex<half>", pair(Dtype::f16, 4)},
    Spelling{"complex<c10::half>", pair(Dtype::f16, 4)},
});

}  // namespace

ElementType element_type(std::string_view name) {
    const std::string small = lower(name);
    std::string_view key = small;
    for (const std::string_view prefix : {"c10::", "dt_", "torch."})
        if (key.starts_with(prefix)) key.remove_prefix(prefix.size());
    const auto found = std::find_if(spellings.begin(), spellings.end(),
                                    [&](const Spelling& spelling) { return spelling.name == key; });
    return found != spellings.end() ? found->type : ElementType{};
}

}  // namespace mansard::analyzer::cost
