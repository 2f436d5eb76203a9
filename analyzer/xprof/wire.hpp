// Fields of protocol buffers by number and wire type. A field of another type than its number should have is
// skipped like an unknown one.
#pragma once

#include <protozero/pbf_reader.hpp>
#include <string_view>

namespace mansard::analyzer::xprof {

constexpr auto varint_field(std::uint32_t number) {
    return protozero::tag_and_type(number, protozero::pbf_wire_type::varint);
}
constexpr auto double_field(std::uint32_t number) {
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed64);
}
constexpr auto bytes_field(std::uint32_t number) {
    return protozero::tag_and_type(number, protozero::pbf_wire_type::length_delimited);
}

inline protozero::pbf_reader message(std::string_view bytes) {
    return protozero::pbf_reader(protozero::data_view(bytes.data(), bytes.size()));
}

/// The bytes of the field that `reader` stands at.
inline std::string_view take_bytes(protozero::pbf_reader& reader) {
    const protozero::data_view view = reader.get_view();
    return {view.data(), view.size()};
}

}  // namespace mansard::analyzer::xprof
