#include "analyzer/simulation/match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/filter.hpp"
#include "analyzer/nvidia/kernel_name.hpp"
#include "core/error.hpp"

namespace mansard::analyzer::simulation {
namespace {

using Names = std::set<std::string, std::less<>>;

/// Longer names are no function that anybody maps, and normalising them takes long.
constexpr std::size_t longest_name = 4096;

/// A name in full, without namespaces, and without template arguments, too.
struct Key {
    std::string full{}, local{}, bare{};
};

Key key_of(std::string_view name) {
    if (name.size() > longest_name) return {std::string(name), std::string(name), std::string(name)};
    // What the compiler split off or specialised is still the function: "f(int) [clone .constprop.0]".
    name = name.substr(0, name.find(" [clone"));
    Key key{.full = nvidia::normal_name(name), .bare = nvidia::base_name(name)};
    const std::size_t colons = std::string_view(key.full).substr(0, key.full.find('<')).rfind("::");
    key.local = colons == std::string::npos ? key.full : key.full.substr(colons + 2);
    return key;
}

/// Of a benchmark: what stands before its arguments. A name with spaces is no function's, and stays as it is.
Key key_of_timed(std::string_view name) {
    const std::string_view function = name.substr(0, name.find('/'));
    const bool words = function.substr(0, function.find_first_of("<(")).find(' ') != std::string_view::npos;
    return words ? Key{std::string(name), std::string(name), std::string(name)} : key_of(function);
}

[[noreturn]] void refuse(const std::string& text, const std::string& what) {
    throw Error(
        Exit::usage, fmt::format("\"{}\" {}", printable(text), what),
        {.where = "--map",
         .expected = "TIMED=FUNCTION: a timed point and a function of the simulation, each name whole or a "
                     "part that no other has; FUNCTION may hold * and ?",
         .remedy = "`mansard analyze` of each profile alone lists the names"});
}

/// The names that `text` stands for: the whole name, or those of the pattern, or the only one with that part.
Names named(std::string_view text, const Names& names, bool patterns) {
    if (text.empty()) return {};
    if (const auto whole = names.find(text); whole != names.end()) return {*whole};
    Names found;
    if (patterns && text.find_first_of("*?") != std::string_view::npos)
        for (const std::string& name : names)
            if (matches_pattern(name, text)) found.insert(name);
    if (!found.empty()) return found;
    for (const std::string& name : names)
        if (name.find(text) != std::string::npos) found.insert(name);
    return found.size() == 1 ? found : Names();
}

void apply(const std::string& text, const Names& functions, std::vector<Match>& matches) {
    Names timed;
    for (const Match& match : matches) timed.insert(match.timed->name);
    // A name may hold an equals sign itself: the first split that names something on both sides counts.
    for (std::size_t at = text.find('='); at != std::string::npos; at = text.find('=', at + 1)) {
        const Names points = named(std::string_view(text).substr(0, at), timed, false);
        const Names meant = named(std::string_view(text).substr(at + 1), functions, true);
        if (points.empty() || meant.empty()) continue;
        Match* wanted = nullptr;
        for (Match& match : matches) {
            if (match.timed->name == *points.begin()) {
                if (wanted != nullptr) refuse(text, "names a point that the profiles have several times");
                wanted = &match;
            } else if (std::any_of(meant.begin(), meant.end(),
                                   [&](const std::string& name) { return match.functions.contains(name); })) {
                refuse(text, "gives a function to a second point");
            }
        }
        wanted->functions.insert(meant.begin(), meant.end());
        return;
    }
    refuse(text, text.find('=') == std::string::npos
                     ? "holds no ="
                     : "does not name one timed point and what it is in the simulation");
}

/// Functions by one form of their names.
class Index {
  public:
    void add(const std::string& form, const Key& key, const std::string& function) {
        Entry& entry = entries_[form];
        entry.functions.push_back(function);
        entry.kinds.insert(key.full);
    }
    /// Null where there is none. Clones of one function are one; `several` says that two different ones are
    /// there.
    const std::vector<std::string>* find(const std::string& form, bool& several) const {
        const auto found = entries_.find(form);
        if (found == entries_.end()) return nullptr;
        several = found->second.kinds.size() > 1;
        return &found->second.functions;
    }

  private:
    struct Entry {
        std::vector<std::string> functions{};
        Names kinds{};
    };
    std::map<std::string, Entry, std::less<>> entries_{};
};

class ByName {
  public:
    ByName(const Names& functions, const Names& mapped) {
        for (const std::string& function : functions) {
            if (mapped.contains(function)) continue;
            const Key key = key_of(function);
            full_.add(key.full, key, function);
            local_.add(key.local, key, function);
            bare_.add(key.bare, key, function);
        }
    }

    /// The functions of a timed point's name; else why there are none.
    std::vector<std::string> look_up(const std::string& timed, std::string& why_none) const {
        const Key key = key_of_timed(timed);
        bool several = false;
        const auto* found = full_.find(key.full, several);
        // A name without a namespace stands for a function in whatever namespace, one without template
        // arguments for whatever arguments; two full names that differ are two functions.
        if (found == nullptr && key.full == key.local) found = local_.find(key.local, several);
        if (found == nullptr && key.full == key.bare) found = bare_.find(key.bare, several);
        if (found == nullptr) why_none = "no function of the simulation has its name";
        if (several) why_none = "several functions of the simulation have its name";
        return found == nullptr || several ? std::vector<std::string>() : *found;
    }

  private:
    Index full_{}, local_{}, bare_{};
};

}  // namespace

std::vector<Match> match_functions(std::span<Point* const> timed, const Names& functions,
                                   std::span<const std::string> maps) {
    std::vector<Match> matches;
    for (Point* point : timed) matches.push_back({.timed = point});
    for (const std::string& text : maps) apply(text, functions, matches);

    Names mapped;
    for (const Match& match : matches) mapped.insert(match.functions.begin(), match.functions.end());
    const ByName by_name(functions, mapped);
    std::vector<std::vector<std::string>> own;
    std::map<std::string, int, std::less<>> wanted;
    for (Match& match : matches) {
        // Who says what a point is says all of it: of several functions of one name, the others are not it.
        own.push_back(match.functions.empty() ? by_name.look_up(match.timed->name, match.why_none)
                                              : std::vector<std::string>());
        for (const std::string& function : own.back()) ++wanted[function];
    }
    for (std::size_t i = 0; i < matches.size(); ++i) {
        const bool shared = std::any_of(own[i].begin(), own[i].end(),
                                        [&](const std::string& name) { return wanted[name] > 1; });
        if (shared)
            matches[i].why_none = "its function in the simulation is that of other timed points, too";
        else
            matches[i].functions.insert(own[i].begin(), own[i].end());
    }
    return matches;
}

}  // namespace mansard::analyzer::simulation
