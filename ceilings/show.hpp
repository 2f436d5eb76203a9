// Ceilings for reading: what `mansard show` prints. Pure; returns the text.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

enum class Format : std::uint8_t { text, json, csv, md };

/// Roofs grouped by kind and scope with their evidence, suspect and absent ones with reasons, the levels
/// found, the notes with remedies; in at most `width` columns if given (to_text_page). csv: one row per roof,
/// SI numbers. json: the ceilings document itself.
std::string show(const Ceilings& ceilings, Format format, std::optional<std::size_t> width = {});

/// One file of a comparison; `source` heads its column.
struct Named {
    const Ceilings& ceilings;
    std::string source;
};

/// Two files side by side, roof by roof, with the ratio other ÷ one where both have a value, whether it means
/// a change (compare() in ceilings/change.hpp), and what differs between their machines.
std::string show_beside(const Named& one, const Named& other, Format format,
                        std::optional<std::size_t> width = {});

}  // namespace mansard::ceilings

namespace mansard {
template <>
struct Names<ceilings::Format> {
    static constexpr NameTable<ceilings::Format, 4> table{{{ceilings::Format::text, "text"},
                                                           {ceilings::Format::json, "json"},
                                                           {ceilings::Format::csv, "csv"},
                                                           {ceilings::Format::md, "md"}}};
};
}  // namespace mansard
