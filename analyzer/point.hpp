// A point: one workload's time, FLOPs and bytes, as any importer delivers it. Neutral of every profiler.
#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/arenas.hpp"
#include "analyzer/chunked_queue.hpp"
#include "analyzer/details.hpp"
#include "analyzer/label.hpp"
#include "core/machine.hpp"
#include "core/names.hpp"
#include "core/note.hpp"

namespace mansard::analyzer {

/// The better one first: a sum is as good as its weakest part. simulated: by a simulated cache, as lines
/// fetched; lines written back are not among them.
enum class How : std::uint8_t { counted, simulated, modelled, assumed };
/// architectural: bytes that instructions ask for; traffic: bytes that cross the level's bus, as counters see
/// it.
enum class Basis : std::uint8_t { architectural, traffic };
enum class Granularity : std::uint8_t { launch, kernel, op, region };

struct FlopCount {
    Dtype dtype = Dtype::unknown;
    Engine engine = Engine::vector;
    double count = 0;  ///< FLOP over all calls
    How how = How::counted;
    bool at_least = false;  ///< a lower bound: something of it was not counted
};

struct ByteCount {
    Level level = Level::L1;
    Basis basis = Basis::architectural;
    How how = How::counted;
    bool at_least = false;                    ///< a lower bound: something of it was not counted
    std::optional<double> read{}, written{};  ///< B over all calls, where told apart
    double count = 0;                         ///< B over all calls, read + written
};

/// They may lie in an arena of the profile: see Arenas.
using FlopCounts = std::pmr::vector<FlopCount>;
using ByteCounts = std::pmr::vector<ByteCount>;

struct Point {
    std::string name{};
    Granularity granularity = Granularity::kernel;
    bool waited = false;        ///< a third of its real time or more its threads did not run
    std::uint32_t records = 1;  ///< of the profile that were aggregated into this point
    Label device{};             ///< what the profile names; empty if it names none
    std::optional<int> threads{};
    Label category{}, step{};
    double calls = 1;
    std::optional<double> seconds{};  ///< over all calls
    FlopCounts flops{};               ///< an empty list: no FLOPs are known; a count of 0: known to be none
    ByteCounts bytes{};
    std::vector<std::string> notes{};
    std::shared_ptr<const Details> details{};  ///< nothing where the profile says no more
};

/// A record that became no point. in = placed + rejected, always.
struct Rejected {
    std::string record{};  ///< where: "points.csv, line 17"
    std::string name{};    ///< as far as it is known
    std::string reason{};
};

/// How often one of a profile's points ran in a region.
struct RegionPart {
    std::size_t point = 0;  ///< its place in Profile::points
    double calls = 0;
};

/// What an importer makes of one profile.
struct Profile {
    Arenas arenas{};       ///< of the points' lists
    std::string source{};  ///< path
    std::string format{};  ///< the importer's name
    std::string device{};  ///< the device that the profile names (a CPU model, a GPU), empty if none
    std::string host{};    ///< the name of the machine that it was made on, where it says so
    std::vector<CacheClaim> caches{};  ///< of the machine that the profile was made on, where it says so
    std::optional<int> cpus{};         ///< logical CPUs, the same
    std::optional<double> seconds_wall{};
    /// Union of the times that the device worked; nothing: the points do not overlap, their sum is it.
    std::optional<double> seconds_busy{};
    ChunkedQueue<Point> points{};  ///< one partition of the profile's time; placing consumes it
    std::vector<Point> program{};  ///< wholes as the profiler itself gives them: "total (hardware counters)"
    std::vector<Point> steps{};    ///< each step as a whole, and "average step"
    std::vector<Point> step_points{};  ///< ops of each step (Point::step), where the profile has them
    std::vector<Point> regions{};      ///< layers: sums of the points that ran in a region, which may nest
    std::vector<std::vector<RegionPart>> region_parts{};  ///< of each of regions, where known: else none
    std::vector<Rejected> rejected{};
    std::size_t records = 0;  ///< in the file; each ends in a point (perhaps aggregated) or in rejected
    std::vector<Note> notes{};
};

}  // namespace mansard::analyzer

namespace mansard {
template <>
struct Names<analyzer::How> {
    static constexpr NameTable<analyzer::How, 4> table{{{analyzer::How::counted, "counted"},
                                                        {analyzer::How::simulated, "simulated"},
                                                        {analyzer::How::modelled, "modelled"},
                                                        {analyzer::How::assumed, "assumed"}}};
};
template <>
struct Names<analyzer::Basis> {
    static constexpr NameTable<analyzer::Basis, 2> table{
        {{analyzer::Basis::architectural, "architectural"}, {analyzer::Basis::traffic, "traffic"}}};
};
template <>
struct Names<analyzer::Granularity> {
    static constexpr NameTable<analyzer::Granularity, 4> table{{{analyzer::Granularity::launch, "launch"},
                                                                {analyzer::Granularity::kernel, "kernel"},
                                                                {analyzer::Granularity::op, "op"},
                                                                {analyzer::Granularity::region, "region"}}};
};
}  // namespace mansard
