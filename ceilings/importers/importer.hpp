// Roofs that another tool measured, read from its file: status `imported`, never mistaken for our own.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

struct CeilingsImporterDesc {
    std::string_view name;     ///< for `build --from`: "ert"
    std::string_view summary;  ///< one line: whose file
    /// Whether a file that begins so is one of these.
    bool (*knows)(std::string_view head);
    /// Throws Error{bad_input} where the file holds no roof.
    Ceilings (*import)(const std::filesystem::path& path);
};

/// All of them, sorted by name: generated from the files of this folder.
std::span<const CeilingsImporterDesc* const> ceilings_importers();

/// Throws Error{usage} for an unknown name, listing the right ones.
const CeilingsImporterDesc& find_ceilings_importer(std::string_view name);

/// The importer of a file that begins so; null where none knows it. For messages to who takes it for a
/// profile or for samples.
const CeilingsImporterDesc* recognise_ceilings(std::string_view head);

/// Gathers imported roofs. Of several for one target the highest stays, as for our own.
class ImportedRoofs {
  public:
    /// `tool` names the format in the plan: "imported from ERT".
    ImportedRoofs(const std::filesystem::path& path, std::string tool);

    /// `value` in FLOP/s, OP/s or B/s. Not positive: no roof, it stands for "not measured" in these files.
    /// Bandwidth without write-allocates has its traffic, `bus_value`, where that can be told.
    void add(const Target& target, double value, std::optional<Interval> range = {},
             std::optional<double> bus_value = {});
    /// The value that the file itself holds for the most that hardware allows.
    void set_limit(const Target& target, double value, const std::string& source);
    void note(std::string code, std::string text, std::string remedy = "");

    /// `cpus` that were measured, 0 where that is not known. Throws Error{bad_input} without any roof.
    Ceilings finish(Machine machine, int cpus);

  private:
    Roof* find(const Target& target);

    std::string source_;
    Ceilings ceilings_{};
};

}  // namespace mansard::ceilings
