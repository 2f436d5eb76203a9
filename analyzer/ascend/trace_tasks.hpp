// Tasks of an NPU in a Chrome trace: which are work, which only wait or are parts of others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/importers/importer.hpp"
#include "analyzer/torch/interner.hpp"
#include "analyzer/trace/event.hpp"

namespace mansard::analyzer::ascend {

class TraceTasks {
  public:
    TraceTasks(std::string source, const ImportOptions& options)
        : source_(std::move(source)), options_(options) {}

    /// Any event of the trace, in its order.
    void take(const trace::Event& event);
    /// An event that cannot be read.
    void fault(const std::string& where, std::string_view text, std::string reason);
    /// Throws Error{bad_input} where the trace has no task that works, Error{usage} where all are skipped.
    Profile finish();

  private:
    enum class Kind : std::uint8_t {
        work,
        collective,
        part,  ///< of a collective, where one runs
        wait   ///< for another stream, or a signal to it
    };
    struct Task {
        std::int64_t begin = 0, end = 0;
        std::uint64_t offset = 0;
        std::uint32_t name = 0, type = 0;
        Kind kind = Kind::work;
    };

    static Kind kind_of(std::string_view type);
    void reject(std::uint64_t offset, std::string name, std::string reason);
    /// Where the steps begin that are not skipped; INT64_MIN where none is.
    std::int64_t first_wanted();
    void add_times(const std::vector<Task>& placed);

    std::string source_;
    const ImportOptions& options_;
    torch::Interner texts_{};
    std::vector<Task> tasks_{};
    std::map<std::string, std::int64_t, std::less<>> steps_{};  ///< where each begins
    Profile profile_{};
};

}  // namespace mansard::analyzer::ascend
