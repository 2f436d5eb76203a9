#include "analyzer/join_simulated.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyzer/advice.hpp"
#include "analyzer/simulation/match.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view simulation_format = "cachegrind";
/// Names that a note spells out; the lists of rejected records and of points are complete.
constexpr std::size_t most_named = 4;
/// A share of the bytes that start-up and libraries alone hardly have.
constexpr double much = 0.5;

double bytes_of(const Point& point, Level level) {
    for (const ByteCount& bytes : point.bytes)
        if (bytes.level == level) return bytes.count;
    return 0;
}

/// One simulated run.
struct Simulation {
    Profile* profile = nullptr;
    double first_cache = 0, last_cache = 0;  ///< B
    std::map<std::string, const Point*, std::less<>> functions{};
    std::set<std::string, std::less<>> used{};

    explicit Simulation(Profile& from) : profile(&from) {
        for (const CacheClaim& cache : from.caches)
            (cache.level == Level::L1 ? first_cache : last_cache) = cache.bytes;
        for (const Point& point : from.points) functions.emplace(point.name, &point);
    }
};

/// What one simulation says of one timed point.
struct Part {
    Simulation* simulation = nullptr;
    double beyond_first = 0, beyond_last = 0;  ///< B, of all functions that are the point's
};

std::vector<Part> parts_of(const simulation::Match& match, std::vector<Simulation>& simulations) {
    std::vector<Part> parts;
    for (Simulation& simulation : simulations) {
        Part part{.simulation = &simulation};
        bool any = false;
        for (const std::string& name : match.functions) {
            const auto found = simulation.functions.find(name);
            if (found == simulation.functions.end()) continue;
            any = true;
            part.beyond_first += bytes_of(*found->second, Level::L2);
            part.beyond_last += bytes_of(*found->second, Level::DRAM);
        }
        if (any) parts.push_back(part);
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return a.simulation->last_cache < b.simulation->last_cache;
    });
    return parts;
}

/// Two runs differ in the size of the last cache alone, or nothing tells which is meant.
bool are_one_hierarchy(const std::vector<Part>& parts) {
    if (parts.size() == 1) return true;
    return parts.size() == 2 && parts[0].simulation->first_cache == parts[1].simulation->first_cache &&
           parts[0].simulation->last_cache < parts[1].simulation->last_cache;
}

class Joiner {
  public:
    Joiner(std::vector<Profile*> timed, std::vector<Simulation> simulations, const SimulationOptions& options)
        : timed_(std::move(timed)), simulations_(std::move(simulations)), options_(options) {}

    void run() {
        std::vector<Point*> points;
        std::vector<Profile*> owners;
        for (Profile* profile : timed_)
            for (Point& point : profile->points)
                if (point.seconds) points.push_back(&point), owners.push_back(profile);
        std::set<std::string, std::less<>> functions;
        for (const Simulation& simulation : simulations_)
            for (const auto& [name, point] : simulation.functions) functions.insert(name);
        auto matches = simulation::match_functions(points, functions, options_.maps);
        for (std::size_t i = 0; i < matches.size(); ++i) give(matches[i], *owners[i]);
        settle(matches);
    }

  private:
    void give(simulation::Match& match, Profile& owner) {
        if (match.functions.empty()) return refuse(match, match.why_none);
        const std::vector<Part> parts = parts_of(match, simulations_);
        if (!are_one_hierarchy(parts))
            return refuse(match,
                          fmt::format("{} simulations have its functions, and are not two with one L1 and "
                                      "different last caches",
                                      parts.size()));
        ++joined_;
        Point& point = *match.timed;
        put(point, Level::L2, parts.front().beyond_first);
        if (parts.size() == 2) {
            put(point, Level::L3, parts.front().beyond_last);
            for (CacheClaim& cache : parts.front().simulation->profile->caches)
                if (cache.level == Level::L3) cache.level = Level::L2;
        }
        put(point, Level::DRAM, parts.back().beyond_last);
        point.notes.emplace_back(
            "its simulated bytes are lines that its own functions fetched; lines written back are not "
            "simulated, and not among them");
        if (!options_.calls)
            point.notes.emplace_back("the simulation is assumed to have run it once: it counts no calls");
        for (const Part& part : parts)
            for (const std::string& name : match.functions) {
                const auto found = part.simulation->functions.find(name);
                if (found == part.simulation->functions.end()) continue;
                part.simulation->used.insert(name);
                point.records += found->second->records;
                owner.records += found->second->records;
            }
    }

    static void refuse(simulation::Match& match, const std::string& why) {
        match.functions.clear();
        match.timed->notes.push_back("no simulated bytes: " + why);
    }

    /// `simulated`: B of all the calls that the simulation ran.
    void put(Point& point, Level level, double simulated) const {
        const double bytes = simulated / options_.calls.value_or(1) * point.calls;
        if (!std::isfinite(bytes)) return;
        const ByteCount count{.level = level,
                              .basis = Basis::traffic,
                              .how = options_.calls ? How::simulated : How::assumed,
                              .read = bytes,
                              .count = bytes};
        const auto old = std::find_if(point.bytes.begin(), point.bytes.end(),
                                      [level](const ByteCount& one) { return one.level == level; });
        if (old == point.bytes.end()) {
            const auto next = std::find_if(point.bytes.begin(), point.bytes.end(),
                                           [level](const ByteCount& one) { return one.level > level; });
            point.bytes.insert(next, count);
            return;
        }
        if (old->how == How::counted) {
            point.notes.push_back(fmt::format("{} bytes: {} that were counted stay, {} were simulated",
                                              name_of(level), si(old->count, "B"), si(bytes, "B")));
            return;
        }
        point.notes.push_back(fmt::format(
            "{} bytes: {} simulated take the place of {}{} that were {}", name_of(level), si(bytes, "B"),
            si(old->read.value_or(old->count), "B"), old->read ? " read" : "", name_of(old->how)));
        *old = count;
    }

    struct Rest {
        std::string text{};
        double share = 0;  ///< of all bytes beyond L1
    };

    /// Rejects the functions without a timed point, and names those with the most bytes.
    Rest reject_the_rest() {
        double all = 0, left = 0;
        std::size_t rejected = 0;
        std::map<std::string, double> bytes;
        Profile& to = *timed_.front();
        for (const Simulation& simulation : simulations_)
            for (const Point& point : simulation.profile->points) {
                const double count = bytes_of(point, Level::L2);
                all += count;
                if (simulation.used.contains(point.name)) continue;
                left += count;
                bytes[point.name] += count;
                ++rejected;
                to.records += point.records;
                for (std::uint32_t i = 0; i < point.records; ++i)
                    to.rejected.push_back({.record = simulation.profile->source,
                                           .name = point.name,
                                           .reason = "simulated, but no timed point has its name"});
            }
        if (rejected == 0) return {};
        std::vector<std::pair<double, std::string>> largest;
        largest.reserve(bytes.size());
        for (const auto& [name, count] : bytes) largest.emplace_back(-count, name);
        std::sort(largest.begin(), largest.end());
        if (largest.size() > most_named) largest.resize(most_named);
        std::string names;
        for (const auto& [count, name] : largest)
            if (count < 0)
                names += fmt::format("{}\"{}\" {}", names.empty() ? ": " : ", ", printable(name, 60),
                                     percent(-count / all));
        const double share = all > 0 ? left / all : 0;
        return {fmt::format("; {} without a timed point have {} of all bytes beyond L1{}",
                            counted(rejected, "function"), percent(share), names),
                share};
    }

    void settle(const std::vector<simulation::Match>& matches) {
        std::string alone;
        std::size_t unmatched = 0;
        for (const simulation::Match& match : matches)
            if (match.functions.empty() && ++unmatched <= most_named)
                alone +=
                    fmt::format("{}\"{}\"", unmatched == 1 ? "" : ", ", printable(match.timed->name, 60));
        Profile& to = *timed_.front();
        std::string text =
            fmt::format("{} of {} got simulated bytes", joined_, counted(matches.size(), "timed point"));
        if (unmatched > 0) text += fmt::format(", not {}{}", alone, unmatched > most_named ? ", …" : "");
        const Rest rest = reject_the_rest();
        text += rest.text;
        std::set<std::string> sizes;  // by level, as their names sort
        for (Simulation& simulation : simulations_) {
            Profile& from = *simulation.profile;
            to.source += " + " + from.source;
            to.records += from.rejected.size();
            std::move(from.rejected.begin(), from.rejected.end(), std::back_inserter(to.rejected));
            // What each file alone would be taken for is not what they are together.
            std::erase_if(from.notes, [](const Note& note) { return note.code == "simulated"; });
            std::move(from.notes.begin(), from.notes.end(), std::back_inserter(to.notes));
            for (CacheClaim& cache : from.caches) {
                sizes.insert(fmt::format("{} {}", name_of(cache.level), binary_size(cache.bytes)));
                to.caches.push_back(std::move(cache));
            }
        }
        text += fmt::format("; simulated caches: {}", fmt::join(sizes, ", "));
        to.format += " + " + std::string(simulation_format);
        const bool much_is_left = rest.share > much;
        std::string remedy;
        if (much_is_left)
            remedy =
                "a function's bytes are its own, without those of what it calls: give a point what it calls, "
                "too, by --map 'TIMED=FUNCTION' (and its own function, which is joined by name only without "
                "a map)";
        else if (unmatched > 0)
            remedy = "say which function a point is: --map 'TIMED=FUNCTION'";
        to.notes.push_back({.severity = joined_ == 0 || much_is_left ? Severity::warning : Severity::info,
                            .code = "simulation_joined",
                            .text = std::move(text),
                            .remedy = std::move(remedy)});
        if (joined_ > 0 && !options_.calls)
            to.notes.push_back(
                {.severity = Severity::warning,
                 .code = "calls_assumed",
                 .text = "A simulation counts no calls: each function is assumed to have done the work "
                         "of one call of its point",
                 .remedy = "say how often the work ran: --simulated-calls N"});
    }

    std::vector<Profile*> timed_;
    std::vector<Simulation> simulations_;
    const SimulationOptions& options_;
    std::size_t joined_ = 0;
};

}  // namespace

void join_simulations(std::vector<Profile>& profiles, const SimulationOptions& options) {
    std::vector<Profile*> timed;
    std::vector<Simulation> simulations;
    for (Profile& profile : profiles) {
        if (profile.format == simulation_format)
            simulations.emplace_back(profile);
        else if (std::any_of(profile.points.begin(), profile.points.end(),
                             [](const Point& point) { return point.seconds.has_value(); }))
            timed.push_back(&profile);
    }
    if (timed.empty() || simulations.empty()) {
        if (options.maps.empty() && !options.calls) return;
        throw Error(Exit::usage, "there is no simulation to be joined with a timed profile",
                    {.where = options.maps.empty() ? "--simulated-calls" : "--map",
                     .expected = "a profile with times and cachegrind's of the same program"});
    }
    Joiner(std::move(timed), std::move(simulations), options).run();
    std::erase_if(profiles, [](const Profile& profile) { return profile.format == simulation_format; });
}

}  // namespace mansard::analyzer
