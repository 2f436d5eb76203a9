#pragma once

#include <string>

namespace mansard::cli {

/// "{quick,standard,thorough}": the embedded plans, as help shows a choice and completions read it.
std::string plan_names();

}  // namespace mansard::cli
