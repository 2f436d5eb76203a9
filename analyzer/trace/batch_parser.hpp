// Events out of the JSON text of a batch. simdjson is behind this header and in no other: it takes longer to
// compile than all the rest.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "analyzer/trace/event.hpp"
#include "analyzer/trace/splitter.hpp"

namespace mansard::analyzer::trace {

class BatchParser {
  public:
    using EventSink = std::function<void(const Event&)>;
    /// An element that is no event: where, and what is wrong with it.
    using FaultSink = std::function<void(std::uint64_t offset, std::string_view text, std::string reason)>;

    BatchParser();
    ~BatchParser();
    BatchParser(const BatchParser&) = delete;
    BatchParser& operator=(const BatchParser&) = delete;

    /// Each element goes to one of the sinks, in order.
    void parse(Batch batch, const EventSink& event, const FaultSink& fault);

    /// Events so far whose text held what JSON does not allow (bytes that are no UTF-8, control characters)
    /// or what means no character (half of a surrogate pair), and was read with something in its place.
    std::size_t mended() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mansard::analyzer::trace
