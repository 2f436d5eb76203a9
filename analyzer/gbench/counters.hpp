// What a Google Benchmark counter means, by its name: configs/analyze/google_benchmark.json.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/point.hpp"

namespace mansard::analyzer::gbench {

enum class Quantity : std::uint8_t { flops, bytes, bytes_read, bytes_written };
enum class Per : std::uint8_t { iteration, second };

struct CounterMeaning {
    Quantity quantity = Quantity::flops;
    Per per = Per::iteration;
    double scale = 1;
    Dtype dtype = Dtype::unknown;  ///< of flops
    Level level = Level::L1;       ///< of bytes
    Basis basis = Basis::architectural;
    bool level_assumed = false;  ///< the counter's name says no level
    int rank = 0;                ///< the lowest of several for one quantity is taken
};

class CounterMap {
  public:
    /// Reads the embedded file.
    CounterMap();
    /// The meaning of a counter, or null if it means nothing here.
    const CounterMeaning* find(std::string_view name) const;
    /// Real time ÷ CPU time from which on a benchmark waited.
    double waited_from() const { return waited_from_; }

  private:
    std::map<std::string, CounterMeaning, std::less<>> meanings_{};  ///< by name in lower case
    double waited_from_ = 1;
};

}  // namespace mansard::analyzer::gbench

namespace mansard {
template <>
struct Names<analyzer::gbench::Quantity> {
    static constexpr NameTable<analyzer::gbench::Quantity, 4> table{
        {{analyzer::gbench::Quantity::flops, "flops"},
         {analyzer::gbench::Quantity::bytes, "bytes"},
         {analyzer::gbench::Quantity::bytes_read, "bytes_read"},
         {analyzer::gbench::Quantity::bytes_written, "bytes_written"}}};
};
template <>
struct Names<analyzer::gbench::Per> {
    static constexpr NameTable<analyzer::gbench::Per, 2> table{
        {{analyzer::gbench::Per::iteration, "iteration"}, {analyzer::gbench::Per::second, "second"}}};
};
}  // namespace mansard
