// Hardware events → FLOPs and bytes: weighted sums that stand as data in configs/metrics/<tool>/*.json.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/gbench/counters.hpp"
#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer::metrics {

using gbench::Quantity;

/// What a profile says of one event.
struct EventAmount {
    enum class State : std::uint8_t {
        absent,       ///< the profile does not speak of it
        unsupported,  ///< the machine has no such event
        missing,      ///< it was asked for and not counted
        counted,
    };
    State state = State::absent;
    bool partly = false;  ///< counted in some of the rows or threads only: the count is a lower bound
    double count = 0;
    bool in_bytes = false;             ///< the tool has turned the count into bytes itself
    std::optional<double> coverage{};  ///< share of the time that it ran, 0 … 1; nothing: all of it

    void add(double amount) {
        state = State::counted;
        count += amount;
    }
};

/// The sums of one tool. For each quantity (the FLOPs of a type, the bytes of a level) the first sum of the
/// files, in the order of their names, that the profile has events for is taken; one that lacks counts only
/// if no other has them all, and what it makes is marked as a lower bound.
class EventSums {
  public:
    /// Reads the embedded files below `folder`: "configs/metrics/perf/".
    explicit EventSums(std::string_view folder);

    /// How many events there are; their places are 0 … size() − 1.
    std::size_t size() const { return names_.size(); }
    /// The place of an event, whose case does not count; nothing if no sum has it.
    std::optional<std::size_t> find(std::string_view name) const;

    /// Adds to `point` what `amounts` (one for each place) make, with notes on what is left out or a lower
    /// bound. Returns the least coverage of the events that contributed, nothing if all ran all the time.
    std::optional<double> add_to(Point& point, std::span<const EventAmount> amounts, HalfCount fp16) const;

  private:
    struct Term {
        std::size_t event = 0;
        double weight = 1;
        bool optional = false;  ///< machines without it are complete
    };
    struct Sum {
        Quantity quantity = Quantity::flops;
        Dtype dtype = Dtype::unknown;
        Engine engine = Engine::vector;
        Level level = Level::DRAM;
        std::vector<Term> terms{};
        bool half = false;  ///< instructions on pairs: the convention of half precision decides
        std::string note{};

        bool same_quantity(const Sum& other) const;
        std::string what() const;  ///< "f64 FLOPs", "DRAM bytes read"
    };
    struct Value {
        double value = 0;
        bool at_least = false;
    };
    /// The value of a sum; nothing where the profile cannot make it.
    std::optional<Value> value_of(const Sum& sum, std::span<const EventAmount> amounts, HalfCount fp16,
                                  std::vector<std::string>& notes) const;
    /// Whether none of it could happen: the machine lacks a wider kind of what it counts in the same sum.
    static bool is_none(const Term& term, const Sum& sum, std::span<const EventAmount> amounts);
    /// What the profile has of a sum's events.
    enum class Part : std::uint8_t { all, some, none, foreign };
    static Part part_of(const Sum& sum, std::span<const EventAmount> amounts);
    void read(std::string_view content, const std::string& source);
    std::size_t place_of(const std::string& name);
    static void put(const Sum& sum, const Value& value, Point& point);

    std::vector<std::string> names_{};
    std::map<std::string, std::size_t, std::less<>> places_{};  ///< by name in lower case
    std::vector<Sum> sums_{};
};

}  // namespace mansard::analyzer::metrics
