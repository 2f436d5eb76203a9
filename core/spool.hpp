#pragma once

#include <string>

namespace mansard {

/// Makes standard input readable from its start again: what comes through a pipe is copied whole to a file
/// without a name in the folder of temporaries ($TMPDIR), which takes its place. A file that was redirected
/// is left alone. Throws Error{bad_input} where it cannot be read or there is no room.
void spool_standard_input();

/// Copies what comes out of the pipe `from` in the same way, and returns the copy's descriptor, at its start,
/// for the caller to close. `where` names the pipe in errors. Throws as spool_standard_input() does.
int spool(int from, const std::string& where);

}  // namespace mansard
