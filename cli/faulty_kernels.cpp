#include "cli/faulty_kernels.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>

namespace mansard::cli {
namespace {

constexpr std::size_t most_faults = 16;
constexpr const char* option = "--faulty-kernel";

std::vector<std::string> own_arguments() {
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(in, argument, '\0');) arguments.push_back(argument);
    return arguments;
}

}  // namespace

void add_faulty_kernels(CLI::App& app, std::vector<std::string>& faulty) {
    // Without a group no help has it.
    app.add_option(option, faulty, "Leave out a kernel")
        ->type_name("KERNEL=ERROR")
        ->allow_extra_args(false)
        ->group("");
}

std::vector<kernels::cuda::Fault> faults_of(const std::vector<std::string>& faulty) {
    std::vector<kernels::cuda::Fault> faults;
    for (const std::string& text : faulty) {
        const std::size_t end = std::min(text.find('='), text.size());
        faults.push_back({text.substr(0, end), text.substr(std::min(end + 1, text.size()))});
    }
    return faults;
}

void begin_anew_without(const kernels::cuda::Fault& fault, const std::vector<std::string>& faulty) {
    std::vector<std::string> arguments = own_arguments();
    if (arguments.empty() || faulty.size() >= most_faults) return;
    warn(fmt::format(
        "a fault of {} ({}) has left this process without the GPU: it begins anew without that kernel",
        fault.kernel, fault.error));
    arguments.insert(arguments.end(), {option, fault.kernel + "=" + fault.error});
    std::vector<char*> pointers;
    pointers.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    std::cout.flush();
    std::fflush(nullptr);
    // A driver's files, kept open, would keep what this process holds of the GPU.
    (void)::close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    ::execv("/proc/self/exe", pointers.data());
}

}  // namespace mansard::cli
