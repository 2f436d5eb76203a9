#include "analyzer/device_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "analyzer/device_kinds.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

/// The words of a model's name that tell models apart, in lower case.
std::string essence(std::string_view name) {
    static constexpr std::array<std::string_view, 4> fillers{"cpu", "processor", "(r)", "(tm)"};
    std::string lower;
    for (const char c : name.substr(0, name.find('@')))
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const std::string_view mark : {"(r)", "(tm)"})
        for (std::size_t at; (at = lower.find(mark)) != std::string::npos;)
            lower.replace(at, mark.size(), " ");
    std::string out;
    for (std::size_t at = 0; at < lower.size();) {
        const std::size_t start = std::min(lower.find_first_not_of(" \t", at), lower.size());
        at = std::min(lower.find_first_of(" \t", start), lower.size());
        const std::string_view word = std::string_view(lower).substr(start, at - start);
        if (word.empty() || std::find(fillers.begin(), fillers.end(), word) != fillers.end()) continue;
        if (!out.empty()) out += ' ';
        out += word;
    }
    return out;
}

/// "cpu" says what kind of device it is, not which one.
bool names_a_device(std::string_view device) {
    return !device.empty() && device != "cpu";
}

/// The GPU that was measured where no other model was: what an NVIDIA GPU without a name is taken for.
const Gpu* only_gpu(const Machine& machine) {
    for (const Gpu& gpu : machine.gpus)
        if (gpu.name != machine.gpus.front().name) return nullptr;
    return machine.gpus.empty() ? nullptr : &machine.gpus.front();
}

/// The GPU that `device` means: by its name, its UUID, as roofs call it ("cuda:0"), or as the only one.
const Gpu* gpu_meant(std::string_view device, const Machine& machine) {
    for (const Gpu& gpu : machine.gpus)
        if (device == gpu.uuid || device == fmt::format("cuda:{}", gpu.index)) return &gpu;
    for (const Gpu& gpu : machine.gpus)
        if (same_model(device, gpu.name)) return &gpu;
    return is_device_kind(device) && device != device_kind::amd_gpu ? only_gpu(machine) : nullptr;
}

/// Devices that the roofs are of, each once, in their order.
std::vector<std::string> devices_of(const ceilings::Ceilings& ceilings) {
    std::vector<std::string> devices;
    for (const ceilings::Roof& roof : ceilings.roofs)
        if (std::find(devices.begin(), devices.end(), roof.target.device) == devices.end())
            devices.push_back(roof.target.device);
    return devices;
}

bool has_roofs_of(std::string_view device, const ceilings::Ceilings& ceilings) {
    return std::ranges::any_of(ceilings.roofs,
                               [&](const ceilings::Roof& roof) { return roof.target.device == device; });
}

/// As roofs call it: "cuda:1", "hip:0".
bool is_id_of_roofs(std::string_view device) {
    const std::size_t colon = device.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view make = device.substr(0, colon), index = device.substr(colon + 1);
    return (make == "cuda" || make == "hip" || make == "npu") && !index.empty() &&
           index.find_first_not_of("0123456789") == std::string_view::npos;
}

bool is_this_machine(std::string_view device, const ceilings::Ceilings& ceilings) {
    const Machine& machine = ceilings.machine;
    return has_roofs_of(device, ceilings) || same_model(device, machine.cpu_model) ||
           gpu_meant(device, machine) != nullptr;
}

/// Of the points that `filters` keep.
std::set<std::string, std::less<>> devices_named(const Profile& profile,
                                                 std::span<const Filter> filters = {}) {
    std::set<std::string, std::less<>> named;
    bool unnamed = filters.empty();
    for (const Point& point : profile.points) {
        if (!matches(point, filters)) continue;
        unnamed = unnamed || point.device.empty();
        if (names_a_device(point.device) && !named.contains(point.device.view()))
            named.emplace(point.device.str());
    }
    if (unnamed && names_a_device(profile.device)) named.insert(profile.device);
    return named;
}

/// What was calibrated, in words.
std::string models_of(const Machine& machine) {
    std::string text = fmt::format("\"{}\"", printable(machine.cpu_model));
    for (const Gpu& gpu : machine.gpus) text += fmt::format(" with \"{}\"", printable(gpu.name));
    return text;
}

/// Profiles of Ascend's NPUs say which card ran, never of what model it is: roofs of any model fit.
bool names_only_the_make(std::string_view device, const Machine& machine) {
    return device.starts_with("Ascend NPU") && machine.cpu_model.starts_with("Ascend ");
}

void note_kind(const Profile& profile, std::string_view kind, const Machine& machine,
               std::vector<Note>& notes) {
    notes.push_back(
        {.code = "device_unnamed",
         .text = fmt::format("{} does not name its device ({}): it is taken to be the {} that was "
                             "calibrated",
                             printable(profile.source), kind, printable(gpu_meant(kind, machine)->name)),
         .remedy = "make sure that it is"});
}

/// Another device than the roofs': an error, with `force` a note.
void refuse(const Profile& profile, const std::string& differs, bool force, std::vector<Note>& notes) {
    if (!force)
        throw Error(
            Exit::bad_input, differs,
            {.where = profile.source,
             .expected = "a profile of the machine that was calibrated",
             .remedy =
                 "pass the ceilings of that device; or none: times, rates and intensities need none; or "
                 "--force to place the points all the same"});
    notes.push_back({.code = "foreign_device",
                     .text = differs + ": placed all the same",
                     .remedy = "read no efficiency from it"});
}

void hint(std::vector<Note>& notes, std::string text) {
    notes.push_back({.code = "machine_differs",
                     .text = std::move(text) + ": the profile may come from another machine",
                     .remedy = "calibrate the machine that the profile was made on"});
}

void compare_hints(const Profile& profile, const Machine& machine, std::vector<Note>& notes) {
    for (const CacheClaim& cache : profile.caches) {
        bool claimed = false, agrees = false;
        for (const CacheClaim& other : machine.caches) {
            if (other.level != cache.level) continue;
            claimed = true;
            agrees = agrees || other.bytes == cache.bytes;
        }
        // A simulation says which cache it played, not which one a machine has.
        if (claimed && !agrees && cache.source == "cachegrind")
            notes.push_back(
                {.code = "simulated_cache_differs",
                 .text =
                     fmt::format("{} was simulated with an {} of {}, the ceilings say {}",
                                 printable(profile.source), name_of(cache.level), binary_size(cache.bytes),
                                 binary_size(machine.cache(cache.level)->bytes)),
                 .remedy = "simulate this machine's caches: --D1=BYTES,WAYS,LINE and --LL=BYTES,WAYS,LINE"});
        else if (claimed && !agrees)
            hint(notes, fmt::format("{} says {} of {}, the ceilings say {}", printable(profile.source),
                                    binary_size(cache.bytes), name_of(cache.level),
                                    binary_size(machine.cache(cache.level)->bytes)));
    }
    const int online = machine.cores_online * std::max(machine.threads_per_core, 1);
    if (profile.cpus && online > 0 && *profile.cpus != online)
        hint(notes, fmt::format("{} counts {} CPUs, the ceilings {}", printable(profile.source),
                                *profile.cpus, online));
}

}  // namespace

bool same_model(std::string_view a, std::string_view b) {
    return essence(a) == essence(b);
}

std::vector<Note> check_device(const Profile& profile, const ceilings::Ceilings& ceilings, bool force) {
    const auto named = devices_named(profile);
    std::vector<Note> notes;
    const Machine& machine = ceilings.machine;
    // Roofs of another tool's file seldom say whose they are.
    if (machine.cpu_model.empty()) {
        for (const std::string& device : named)
            if (is_id_of_roofs(device) && !has_roofs_of(device, ceilings))
                refuse(profile,
                       fmt::format("the profile names the device \"{}\", the ceilings are of {}",
                                   printable(device), fmt::join(devices_of(ceilings), ", ")),
                       force, notes);
        notes.push_back({.code = "ceilings_unnamed",
                         .text = fmt::format("The ceilings name no machine: {} is taken to come from it",
                                             printable(profile.source)),
                         .remedy = "make sure that it does"});
        return notes;
    }
    bool only_make = false;
    for (const std::string& device : named) {
        if (is_this_machine(device, ceilings)) {
            if (is_device_kind(device) && gpu_meant(device, machine) != nullptr)
                note_kind(profile, device, machine, notes);
            continue;
        }
        if (names_only_the_make(device, machine)) {
            only_make = true;
            continue;
        }
        const std::string differs =
            is_device_kind(device)
                ? fmt::format("the profile is of a device that it does not name ({}), the ceilings are of {}",
                              device, models_of(machine))
                : fmt::format("the profile names the device \"{}\", the ceilings are of {}",
                              printable(device), models_of(machine));
        refuse(profile, differs, force, notes);
    }
    if (only_make)
        notes.push_back({.code = "device_unnamed",
                         .text = fmt::format("{} does not name the NPU's model: it is taken to be an {}",
                                             printable(profile.source), printable(machine.cpu_model)),
                         .remedy = "make sure that it is: npu-smi info names it"});
    if (named.empty())
        notes.push_back(
            {.code = "device_unnamed",
             .text = fmt::format("{} names no device: it is taken to come from the calibrated machine, {}",
                                 printable(profile.source), printable(machine.cpu_model)),
             .remedy = ""});
    compare_hints(profile, machine, notes);
    return notes;
}

std::vector<Note> keep_one_device(const std::vector<Profile>& profiles, std::span<const Filter> filters,
                                  ceilings::Ceilings& ceilings) {
    const std::vector<std::string> measured = devices_of(ceilings);
    if (measured.size() < 2) return {};
    std::vector<std::string> meant;
    for (const Profile& profile : profiles)
        for (const std::string& device : devices_named(profile, filters)) {
            const Gpu* gpu = gpu_meant(device, ceilings.machine);
            std::string id = has_roofs_of(device, ceilings) ? device
                             : gpu != nullptr               ? fmt::format("cuda:{}", gpu->index)
                                                            : "cpu";
            if (has_roofs_of(id, ceilings) && std::find(meant.begin(), meant.end(), id) == meant.end())
                meant.push_back(std::move(id));
        }
    // A GPU is why somebody profiles both.
    const auto gpu =
        std::find_if(meant.begin(), meant.end(), [](const std::string& id) { return id != "cpu"; });
    const std::string kept = gpu != meant.end() ? *gpu : meant.empty() ? measured.front() : meant.front();
    std::erase_if(ceilings.roofs, [&](const ceilings::Roof& roof) { return roof.target.device != kept; });
    std::vector<Note> notes{
        {.code = "one_device",
         .text = fmt::format("The ceilings are of {}: the points stand under the roofs of {}",
                             fmt::join(measured, ", "), kept),
         .remedy = meant.empty() ? "name the device in the profile, or pass ceilings of one device" : ""}};
    if (meant.size() > 1)
        notes.front() = {.severity = Severity::warning,
                         .code = "several_devices",
                         .text = fmt::format("The points are of {}: all stand under the roofs of {}",
                                             fmt::join(meant, ", "), kept),
                         .remedy = "analyze one device at a time: --filter device=NAME"};
    return notes;
}

}  // namespace mansard::analyzer
