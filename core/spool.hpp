#pragma once

namespace mansard {

/// Makes standard input readable from its start again: what comes through a pipe is copied whole to a file
/// without a name in the folder of temporaries ($TMPDIR), which takes its place. A file that was redirected
/// is left alone. Throws Error{bad_input} where it cannot be read or there is no room.
void spool_standard_input();

}  // namespace mansard
