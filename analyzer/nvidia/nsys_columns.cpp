#include "analyzer/nvidia/nsys_columns.hpp"

#include <algorithm>
#include <array>

#include "core/csv.hpp"

namespace mansard::analyzer::nvidia {
namespace {

/// "Total Time (ns)" → its unit in s.
std::optional<double> unit_in(std::string_view column) {
    const std::size_t open = column.find('(');
    if (open == std::string_view::npos) return 1e-9;
    const std::string_view unit = column.substr(open + 1, column.find(')', open) - open - 1);
    struct Unit {
        std::string_view name;
        double scale;
    };
    // Of the two letters that look like µ, one is the Greek one.
    static constexpr std::array<Unit, 13> units{{{"ns", 1e-9},
                                                 {"nsec", 1e-9},
                                                 {"us", 1e-6},
                                                 {"usec", 1e-6},
                                                 {"\u00b5s", 1e-6},
                                                 {"\u03bcs", 1e-6},
                                                 {"\u00b5sec", 1e-6},
                                                 {"\u03bcsec", 1e-6},
                                                 {"ms", 1e-3},
                                                 {"msec", 1e-3},
                                                 {"s", 1},
                                                 {"sec", 1},
                                                 {"seconds", 1}}};
    for (const Unit& one : units)
        if (unit == one.name) return one.scale;
    return std::nullopt;
}

/// "Bytes (KiB)" → its unit in B. Where none is given it is MB, as nsys has it by default.
std::optional<double> bytes_in(std::string_view column) {
    const std::size_t open = column.find('(');
    if (open == std::string_view::npos) return 1e6;
    const std::string_view unit = column.substr(open + 1, column.find(')', open) - open - 1);
    struct Unit {
        std::string_view name;
        double scale;
    };
    constexpr double kibi = 1024;
    static constexpr std::array<Unit, 10> units{{{"B", 1},
                                                 {"bytes", 1},
                                                 {"kB", 1e3},
                                                 {"KB", 1e3},
                                                 {"MB", 1e6},
                                                 {"GB", 1e9},
                                                 {"TB", 1e12},
                                                 {"KiB", kibi},
                                                 {"MiB", kibi * kibi},
                                                 {"GiB", kibi * kibi * kibi}}};
    for (const Unit& one : units)
        if (unit == one.name) return one.scale;
    return std::nullopt;
}

}  // namespace

NsysColumns nsys_columns(std::vector<std::string> names) {
    NsysColumns columns;
    columns.names = std::move(names);
    columns.width = columns.names.size();
    const auto& all = columns.names;
    const auto exactly = [&](std::string_view name) -> NsysColumns::Place {
        const auto found = std::ranges::find(all, name);
        return found != all.end() ? NsysColumns::Place(found - all.begin()) : std::nullopt;
    };
    const auto time = [&](std::string_view start) -> NsysColumns::Time {
        for (std::size_t at = 0; at < all.size(); ++at)
            if (all[at].starts_with(start)) return TimeColumn{at, unit_in(all[at])};
        return std::nullopt;
    };
    columns.name = exactly("Name");
    columns.category = exactly("Category");
    if (!columns.name && columns.category) columns.name = exactly("Operation");
    columns.grid_text = exactly("GridXYZ");
    columns.block_text = exactly("BlockXYZ");
    columns.calls = exactly("Instances");
    columns.total = time("Total Time");
    columns.median = time("Med");
    columns.min = time("Min");
    columns.max = time("Max");
    columns.start = time("Start");
    columns.duration = time("Duration");
    columns.grid = exactly("GrdX");
    columns.block = exactly("BlkX");
    for (std::size_t at = 0; at < all.size() && !columns.bytes; ++at)
        if (all[at].starts_with("Bytes")) columns.bytes = TimeColumn{at, bytes_in(all[at])};
    columns.device = exactly("Device");
    // Reports of launches give times of the call, of the queue (Q…) and of the kernel (K…).
    const NsysColumns::Place kernel = exactly("Kernel Name");
    if (kernel && exactly("Count") && time("KAvg")) {
        columns.name = kernel;
        columns.calls = exactly("Count");
        columns.total = std::nullopt;
        columns.mean = time("KAvg");
        columns.median = time("KMed");
        columns.min = time("KMin");
        columns.max = time("KMax");
    } else if (kernel && time("Kernel Start") && time("Kernel Dur")) {
        columns.name = kernel;
        columns.start = time("Kernel Start");
        columns.duration = time("Kernel Dur");
    }
    const auto three = [&](const NsysColumns::Place& first) { return first && *first + 2 < all.size(); };
    if (columns.name && columns.calls && (columns.total || columns.mean))
        columns.report = columns.grid_text ? NsysReport::summary_by_grid : NsysReport::summary;
    else if (columns.name && columns.start && columns.duration &&
             (columns.grid_text || (three(columns.grid) && three(columns.block))))
        columns.report = NsysReport::trace;
    return columns;
}

std::optional<char> nsys_delimiter(std::string_view line) {
    for (const char delimiter : {',', '\t', ';'})
        if (nsys_columns(split_csv_line(line, delimiter)).report != NsysReport::other) return delimiter;
    return std::nullopt;
}

}  // namespace mansard::analyzer::nvidia
