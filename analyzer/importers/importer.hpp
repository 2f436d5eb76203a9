// What an importer is: one file that knows one format, and a descriptor that the registry finds.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// How many FLOP one thread's half-precision instruction counts: `nvidia` packed (add and multiply 2, FMA 4),
/// `nersc` as written in the roofline papers of NERSC and in LIKWID (1, 1, 2).
enum class HalfCount : std::uint8_t { nvidia, nersc };
/// Of numbers that a profiler printed by the locale of its machine.
enum class DecimalSign : std::uint8_t { point, comma };

struct ImportOptions {
    bool per_launch = false;  ///< each launch a point of its own, else one for each kernel
    int skip_steps = 0;       ///< steps at the beginning that are warm-up and left out
    bool feeds = true;        ///< in-feed and out-feed count; else their time and bytes are left out
    HalfCount fp16 = HalfCount::nvidia;
    std::optional<DecimalSign> decimal{};  ///< nothing: the file's numbers tell
};

/// Which options change what an importer makes of a file.
struct Heeds {
    bool per_launch = false, skip_steps = false, feeds = false, fp16 = false, decimal = false;
};

struct ImporterDesc {
    std::string_view name;     ///< for --from: "mansard-csv", "google-benchmark"
    std::string_view summary;  ///< one line for `mansard list formats`
    /// How sure the importer is, 0 … 100, that a file is its own, from its name and its first bytes (≤ 64
    /// KiB). A folder has none: an importer that reads whole folders looks what lies in it.
    int (*sniff)(const std::filesystem::path& path, std::string_view head);
    /// Reads the file ("-" is standard input). A record that is no point goes to Profile::rejected with its
    /// reason; only a file that holds no data at all throws Error{bad_input}, with the format's own reason
    /// where there is one.
    Profile (*import)(const std::filesystem::path& path, const ImportOptions& options);
    Heeds heeds{};
};

/// All importers, sorted by name: generated from the files of this folder.
std::span<const ImporterDesc* const> importers();

/// The importer for `path` ("-" is standard input, and readable once more afterwards): the forced one, or the
/// one that is surest. Throws Error{usage} for an unknown name and Error{bad_input} where nothing recognises
/// the file, saying what was seen.
const ImporterDesc& find_importer(const std::filesystem::path& path, std::string_view forced_name);

}  // namespace mansard::analyzer

namespace mansard {
template <>
struct Names<analyzer::HalfCount> {
    static constexpr NameTable<analyzer::HalfCount, 2> table{
        {{analyzer::HalfCount::nvidia, "nvidia"}, {analyzer::HalfCount::nersc, "nersc"}}};
};
template <>
struct Names<analyzer::DecimalSign> {
    static constexpr NameTable<analyzer::DecimalSign, 2> table{
        {{analyzer::DecimalSign::point, "point"}, {analyzer::DecimalSign::comma, "comma"}}};
};
}  // namespace mansard
