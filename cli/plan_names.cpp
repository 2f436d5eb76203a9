#include "cli/plan_names.hpp"

#include "core/embedded.hpp"

namespace mansard::cli {

std::string plan_names() {
    constexpr std::string_view folder = "configs/plans/", extension = ".json";
    std::string names;
    // By the files' names: parsing them would be a price for every command.
    for (const EmbeddedFile& file : embedded_files()) {
        std::string_view path = file.path;
        if (!path.starts_with(folder) || !path.ends_with(extension)) continue;
        path.remove_prefix(folder.size());
        path.remove_suffix(extension.size());
        names += (names.empty() ? "" : ",") + std::string(path);
    }
    return "{" + names + "}";
}

}  // namespace mansard::cli
