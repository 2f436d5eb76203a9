// What is known of other programs of this system behind a roof: where that explains a loss, nobody need
// guess.
#pragma once

#include "core/sample.hpp"

namespace mansard::ceilings {

/// Of a roof's time that its threads waited for a CPU. Daemons and interrupts wake for less than 1 %; a
/// program that shares a core takes 10 % and more.
inline constexpr double much_waiting = 0.03;

/// The share of the counted blocks' time (threads × seconds) that threads were runnable without a CPU, at
/// most 1; 0 without blocks.
double waiting_share(const Series& series);

/// Whether programs of this system are known to have been in the way: threads waited for more than
/// much_waiting of their time, or for half of the trials of a block.
bool is_held_up_here(const Series& series);

}  // namespace mansard::ceilings
