#include "analyzer/ascend/folder.hpp"

#include <algorithm>
#include <system_error>

namespace mansard::analyzer::ascend {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder,
                               const std::function<bool(std::string_view name)>& wanted) {
    constexpr std::size_t most = 100'000;
    std::vector<fs::path> files;
    std::error_code error;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && at != fs::recursive_directory_iterator() && files.size() < most; at.increment(error)) {
        std::error_code ignored;
        if (wanted(at->path().filename().string()) && at->is_regular_file(ignored))
            files.push_back(at->path());
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace mansard::analyzer::ascend
