// Commands for a user to paste into a shell: how to count what a profile of times lacks.
#pragma once

#include <string>
#include <string_view>

namespace mansard::analyzer::nvidia {

/// The command of ncu that counts the FLOPs and bytes of each kernel ("ncu --csv … --metrics … PROGRAM"),
/// with the names that configs/metrics/ncu/ gives them; `file` is what it writes.
std::string counting_command(const std::string& file);

/// `text` between single quotes, as one word of a shell.
std::string shell_word(std::string_view text);

}  // namespace mansard::analyzer::nvidia
