// Whether a profile and a ceilings file speak of one machine.
#pragma once

#include <span>
#include <vector>

#include "analyzer/filter.hpp"
#include "analyzer/point.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer {

/// Compares the device that `profile` (or any of its points) names with the machine of `ceilings`: never with
/// the machine that this runs on. Another device throws Error{bad_input} saying what differs, or with `force`
/// becomes a note. A profile that names none gets a note; so do caches or CPU counts that differ, which hint
/// at another machine but prove none (virtual machines report what they like).
std::vector<Note> check_device(const Profile& profile, const ceilings::Ceilings& ceilings, bool force);

/// Leaves in `ceilings` the roofs of one device alone, where they are of several: of the GPU that the points
/// which `filters` keep name (as roofs do, "hip:1", else by its model), or of the CPU. Returns a note on the
/// choice.
std::vector<Note> keep_one_device(const std::vector<Profile>& profiles, std::span<const Filter> filters,
                                  ceilings::Ceilings& ceilings);

/// Whether two spellings mean one CPU model: case, spacing, "(R)", "(TM)", "CPU", "Processor" and a clock
/// ("@ 2.40GHz") do not count.
bool same_model(std::string_view a, std::string_view b);

}  // namespace mansard::analyzer
