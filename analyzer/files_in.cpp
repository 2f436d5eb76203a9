#include "analyzer/files_in.hpp"

#include <algorithm>
#include <string>
#include <system_error>

namespace mansard::analyzer {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Numbers compare as numbers, whatever else as text.
bool comes_before(std::string_view a, std::string_view b) {
    const std::string_view whole_a = a, whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (!is_digit(a[0]) || !is_digit(b[0])) {
            if (a[0] != b[0]) return a[0] < b[0];
            a.remove_prefix(1), b.remove_prefix(1);
            continue;
        }
        const auto take = [](std::string_view& text) {
            std::size_t length = 0;
            while (length < text.size() && is_digit(text[length])) ++length;
            std::string_view digits = text.substr(0, length);
            text.remove_prefix(length);
            while (digits.size() > 1 && digits[0] == '0') digits.remove_prefix(1);
            return digits;
        };
        const std::string_view left = take(a), right = take(b);
        if (left.size() != right.size()) return left.size() < right.size();
        if (left != right) return left < right;
    }
    if (a.empty() != b.empty()) return a.empty();
    // "1" and "01": two names have one order, or the files of two folders would mix.
    return whole_a < whole_b;
}

}  // namespace

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
    // Folders first, so that the files of one stay together whatever they are called.
    std::ranges::sort(files, [](const fs::path& a, const fs::path& b) {
        const std::string left = a.parent_path().string(), right = b.parent_path().string();
        return left == right ? comes_before(a.filename().string(), b.filename().string())
                             : comes_before(left, right);
    });
    return files;
}

}  // namespace mansard::analyzer
