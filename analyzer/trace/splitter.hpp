// Where the events of a trace begin and end, found without parsing them: files of any size pass through a
// window of a few MiB.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "analyzer/trace/input.hpp"

namespace mansard::analyzer::trace {

/// Where an element lies in its batch.
struct Span {
    std::size_t begin = 0, size = 0;
};

/// Some elements of the array of events, in a row. The bytes before and after it may be
/// written, and 64 after it be read.
struct Batch {
    char* text = nullptr;  ///< begins with the first element and ends with the last
    std::size_t size = 0;
    const std::vector<Span>& elements;
    std::uint64_t offset = 0;  ///< of text in the (unpacked) file
};

class Splitter {
  public:
    using MemberSink = std::function<void(std::string_view key, std::string_view value)>;
    using BatchSink = std::function<void(Batch)>;
    enum class Ending : std::uint8_t { whole, cut_short, not_a_trace, too_long };

    explicit Splitter(Input& input) : input_(input) {}

    /// Goes through the file: `batch` gets the elements of the top array, or of the top object's
    /// "traceEvents", and `member` the object's other members (as JSON text; those of more than 1 MiB are
    /// left out). Ending tells whether the file ends where it should; offset() then tells where it broke off.
    Ending run(const MemberSink& member, const BatchSink& batch);

    /// After a whole run: whether anything but space follows, and goes to it.
    bool goes_on() { return skip_space(); }

    /// Of the byte that was reached, in the (unpacked) file.
    std::uint64_t offset() const { return base_ + at_; }
    /// Whether there was an array of events.
    bool has_events() const { return has_events_; }

  private:
    enum class Step : std::uint8_t { ok, cut_short, too_long };

    bool ensure();
    bool skip_space();
    Step skip_string();
    Step skip_container();
    Step skip_value();
    Step events(const BatchSink& batch);
    Step member(const MemberSink& sink, const BatchSink& batch);
    void hand_on(const BatchSink& batch, std::vector<Span>& spans);

    Input& input_;
    std::vector<char> data_{};
    std::size_t at_ = 1, end_ = 1;  ///< data_[0] is the byte that a batch may write before its text
    std::size_t keep_ = 0;          ///< the first byte still needed; 0: none
    std::uint64_t base_ = static_cast<std::uint64_t>(-1);  ///< of data_[0] in the file
    bool at_end_ = false, has_events_ = false;
};

}  // namespace mansard::analyzer::trace
