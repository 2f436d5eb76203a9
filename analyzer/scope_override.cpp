#include "analyzer/scope_override.hpp"

#include <fmt/format.h>

#include "analyzer/advice.hpp"
#include "core/error.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::size_t most_named = 3;

}  // namespace

void ScopeOverride::look_at(const Point& point) {
    if (!scope_ || !point.threads) return;
    if (*scope_ == Scope::core ? *point.threads == 1 : *point.threads >= cores_) return;
    if (++count_ <= most_named)
        named_ += fmt::format("{}{} ({})", named_.empty() ? "" : ", ", printable(point.name, 60),
                              counted(static_cast<std::size_t>(*point.threads), "thread"));
}

std::vector<Note> ScopeOverride::notes() const {
    if (count_ == 0) return {};
    const std::string more = count_ > most_named ? fmt::format(" and {} more", count_ - most_named) : "";
    return {{.severity = Severity::warning,
             .code = "threads_overridden",
             .text = fmt::format(
                 "--scope {} puts {} under the roofs of {}, whatever they say of their threads: {}{}",
                 name_of(*scope_), counted(count_, "point"),
                 *scope_ == Scope::core ? "one core" : "the whole device", named_, more),
             .remedy = "leave --scope out: each point then stands under the roofs of its own threads"}};
}

}  // namespace mansard::analyzer
