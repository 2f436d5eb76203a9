// Names of kernels, made alike: profilers render one demangled name in several ways.
#pragma once

#include <string>
#include <string_view>

namespace mansard::analyzer::nvidia {

/// `name` without what profilers differ in: the return type, the arguments (of templates one writes T1, the
/// other float), casts of template arguments ("(int)256" and "256ul" are 256, "true" is 1), names of unnamed
/// namespaces, numbers of lambdas' kinds, and spaces.
std::string normal_name(std::string_view name);

/// The function's bare name, as `ncu --kernel-name-base function` prints it: no namespaces, no templates.
std::string base_name(std::string_view name);

}  // namespace mansard::analyzer::nvidia
