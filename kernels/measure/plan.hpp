// A plan: which roofs are measured, how often and for how long. Data, in configs/plans/*.json or a user's
// file.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/json_fwd.hpp"
#include "core/names.hpp"

namespace mansard::kernels {

/// Which instruction sets of the machine a group covers.
enum class IsaChoice : std::uint8_t { all, widest };

struct ComputeGroup {
    IsaChoice isas = IsaChoice::all;
    std::vector<Dtype> dtypes{};
    std::vector<Op> ops{};
    std::vector<Scope> scopes{};
    std::vector<Condition> conditions{};  ///< of GPUs: measured besides the ordinary one, by its best kernel
};

/// Always by the widest instruction set; narrower ones are the business of `mansard bench`.
struct MemoryGroup {
    std::vector<Level> levels{};
    std::vector<Pattern> patterns{};
    std::vector<Scope> scopes{};
    bool small_pages = false;  ///< beside huge pages the system's ordinary ones are variants
    /// Numbers of streams that are tried, where a pattern has two of them and more; empty: all that there
    /// are.
    std::vector<int> streams{};
};

/// Ridges: loads and FMA interleaved, by the widest instruction set, at every intensity up to `most` FLOP/B.
struct RidgeGroup {
    std::vector<Level> levels{};
    std::vector<Scope> scopes{};
    double most = 64;
};

struct Plan {
    std::string name{}, summary{};
    double budget_s = 0;     ///< wall time that the measurement may take
    double trial_s = 0.002;  ///< shortest trial
    int trials = 10;         ///< per block
    int long_trials = 3;     ///< per block where one pass takes longer than long_trial_s
    double long_trial_s = 0.004;
    int search_trials = 5;  ///< per short block of the search
    int search_rounds = 2;  ///< short blocks per variant
    int finalists = 2;      ///< variants per roof that go on
    int min_rounds = 13;    ///< final rounds before the stopping rule may act
    int max_rounds = 16;
    double precision = 0.01;  ///< a roof whose interval is within ± this of its value stops after min_rounds
    double spread_s = 0;      ///< the final rounds cover at least this time
    std::vector<ComputeGroup> compute{};
    std::vector<MemoryGroup> memory{};
    std::vector<RidgeGroup> ridges{};
    std::vector<Level> in_flight{};  ///< of GPUs: levels whose bandwidth is measured by bytes in flight
    double pipelines_most = -1;  ///< of GPUs: copy pipelines up to this intensity in FLOP/B; negative: none
    std::shared_ptr<const Plan> cuda{};  ///< what is measured of a GPU, with times of its own; null: nothing
};

/// Throws Error{bad_input} with the place for a key that is missing, wrong or unknown.
Plan plan_from_json(const Json& document, const std::string& source);

/// "quick", "standard", "thorough" (embedded), or a file's path. Throws Error{usage} for a name that is
/// neither.
Plan find_plan(const std::string& name_or_path);

/// The embedded plans, by name.
std::vector<Plan> embedded_plans();

}  // namespace mansard::kernels
