#include "analyzer/near_trace.hpp"

#include <fmt/format.h>

#include <array>

#include "analyzer/trace/input.hpp"
#include "analyzer/trace/reader.hpp"
#include "core/words.hpp"

namespace mansard::analyzer {
namespace {

struct Packing {
    std::string_view magic, name, command;
};

constexpr std::string_view gzip = "\x1f\x8b";
constexpr std::array<Packing, 8> packings{{
    {"\x28\xb5\x2f\xfd", "Zstandard", "unzstd"},
    {"BZh", "bzip2", "bunzip2"},
    {std::string_view("\xfd"
                      "7zXZ\0",
                      6),
     "xz", "unxz"},
    {"PK\x03\x04", "ZIP", "unzip"},
    {"\x04\x22\x4d\x18", "LZ4", "unlz4"},
    {"7z\xbc\xaf\x27\x1c", "7-Zip", "7z x"},
    {"\x89HDF\r\n", "HDF5", ""},
    {gzip, "gzip", "gunzip --keep"},
}};

/// What tells whose trace it is, and what of that tool is read.
struct Maker {
    std::string_view sign, name, remedy;
};
constexpr std::array<Maker, 4> makers{{
    {"\"hlo_op\"", "XLA's profiler (JAX, TensorFlow)", "give the .xplane.pb that lies beside it"},
    {"\"hlo_module\"", "XLA's profiler (JAX, TensorFlow)", "give the .xplane.pb that lies beside it"},
    {"/device:", "TensorFlow or XLA", "give the .xplane.pb of the same run"},
    {"\"cat\": \"Op\"", "TensorFlow's timeline", "profile with tf.profiler and give its .xplane.pb"},
}};

}  // namespace

std::optional<NearMiss> packed_file(std::string_view head, std::string_view name) {
    for (const Packing& one : packings) {
        if (!head.starts_with(one.magic)) continue;
        if (one.command.empty())
            return NearMiss{.what = fmt::format("it is an {} file, which no importer reads", one.name),
                            .expected = "a profile as text, JSON or SQLite",
                            .remedy = "export it in another form: nsys export --type sqlite, for one"};
        return NearMiss{.what = fmt::format("it is packed with {}", one.name),
                        .expected = "the profile itself, or a Chrome trace packed with gzip",
                        .remedy = fmt::format("unpack it: {} {}", one.command, shell_word(name))};
    }
    return std::nullopt;
}

std::optional<NearMiss> other_trace(std::string_view packed) {
    const std::string head = trace::unpacked_head(packed);
    if (trace::looks_like_trace(head) == 0) return std::nullopt;
    for (const Maker& one : makers)
        if (head.find(one.sign) != std::string::npos)
            return NearMiss{.what = fmt::format("it is a Chrome trace of {}, and tells no kernel", one.name),
                            .expected = "a trace of PyTorch's profiler or of CANN",
                            .remedy = std::string(one.remedy)};
    return NearMiss{.what =
                        "it is a Chrome trace, but none of PyTorch's profiler or of CANN: no event of their "
                        "categories (kernel, cpu_op) is near its beginning",
                    .expected = "what torch.profiler's export_chrome_trace() writes",
                    .remedy = "if it is one all the same, name it with --from torch-trace"};
}

}  // namespace mansard::analyzer
