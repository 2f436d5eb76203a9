// A command for a user to paste into a shell: how to count what a profile of times lacks.
#pragma once

#include <string>

namespace mansard::analyzer::nvidia {

/// The command of ncu that counts the FLOPs and bytes of each kernel ("ncu --csv … --metrics … PROGRAM"),
/// with the names that configs/metrics/ncu/ gives them; `file` is what it writes.
std::string counting_command(const std::string& file);

}  // namespace mansard::analyzer::nvidia
