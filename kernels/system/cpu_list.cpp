#include "kernels/system/cpu_list.hpp"

#include <charconv>
#include <cstddef>

namespace mansard::kernels {
namespace {

// Eight times what the largest kernels are built for: a list that names more is a damaged one, and costs
// memory.
constexpr std::size_t most = 65536;

/// Takes a number from the front of `text`; -1 if there is none.
int take_number(std::string_view& text) {
    int number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return -1;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

}  // namespace

std::vector<int> parse_cpu_list(std::string_view list) {
    while (!list.empty() && (list.back() == '\n' || list.back() == ' ')) list.remove_suffix(1);
    std::vector<int> cpus;
    while (!list.empty()) {
        const int first = take_number(list);
        int last = first;
        if (list.starts_with('-')) {
            list.remove_prefix(1);
            last = take_number(list);
        }
        if (first < 0 || last < first || static_cast<std::size_t>(last - first) >= most - cpus.size())
            return {};
        for (int cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
        if (list.empty()) break;
        if (!list.starts_with(',') || list.size() == 1) return {};
        list.remove_prefix(1);
    }
    return cpus;
}

int count_cpus(std::string_view list) {
    return static_cast<int>(parse_cpu_list(list).size());
}

}  // namespace mansard::kernels
