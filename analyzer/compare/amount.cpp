#include "analyzer/compare/amount.hpp"

#include <array>
#include <utility>

#include "analyzer/numbers.hpp"

namespace mansard::analyzer {
namespace {

// Longer ones first: a rate ends like a time.
constexpr std::array<std::pair<std::string_view, double>, 19> units{{{"GFLOP/s", 1e9},
                                                                     {"TFLOP/s", 1e12},
                                                                     {"MFLOP/s", 1e6},
                                                                     {"FLOP/s", 1},
                                                                     {"KiB", 1024.0},
                                                                     {"MiB", 1024.0 * 1024},
                                                                     {"GiB", 1024.0 * 1024 * 1024},
                                                                     {"ms", 1e-3},
                                                                     {"us", 1e-6},
                                                                     {"ns", 1e-9},
                                                                     {"kB", 1e3},
                                                                     {"KB", 1e3},
                                                                     {"MB", 1e6},
                                                                     {"GB", 1e9},
                                                                     {"TB", 1e12},
                                                                     {"s", 1},
                                                                     {"%", 0.01},
                                                                     {"B", 1},
                                                                     {"x", 1}}};

}  // namespace

Amount parse_amount(std::string_view text) {
    Amount amount;
    double scale = 1;
    for (const auto& [unit, factor] : units) {
        if (!text.ends_with(unit)) continue;
        text.remove_suffix(unit.size());
        amount.unit = unit;
        scale = factor;
        break;
    }
    const ReadNumber number = read_number(text);
    amount.fault = number.fault;
    amount.value = number.value * scale;
    return amount;
}

}  // namespace mansard::analyzer
