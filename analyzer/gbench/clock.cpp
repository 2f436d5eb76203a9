#include "analyzer/gbench/clock.hpp"

#include <fstream>
#include <string>
#include <string_view>

#include "analyzer/numbers.hpp"

namespace mansard::analyzer::gbench {

std::optional<double> claimed_clock(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    // The context stands first, and is small.
    std::string head(65536, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    head.resize(static_cast<std::size_t>(file.gcount()));
    constexpr std::string_view key = "\"mhz_per_cpu\"";
    const std::size_t at = head.find(key);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t start = head.find_first_not_of(": \t\r\n", at + key.size());
    if (start == std::string::npos) return std::nullopt;
    const std::size_t end = head.find_first_not_of("0123456789.eE+", start);
    const ReadNumber megahertz = read_number(std::string_view(head).substr(start, end - start));
    if (megahertz.fault != nullptr || megahertz.value <= 0) return std::nullopt;
    return megahertz.value * 1e6;
}

}  // namespace mansard::analyzer::gbench
