#include "core/machine.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/json.hpp"

namespace mansard {
namespace {

std::optional<long> optional_count(const Json& object, std::string_view key, const std::string& where) {
    const auto value = optional_number(object, key, where);
    if (value && std::abs(*value) > 1e18)
        throw Error(Exit::bad_input, "\"" + std::string(key) + "\" is no count", {.where = where});
    return value ? std::optional(static_cast<long>(*value)) : std::nullopt;
}

template <typename Integer>
Json or_null(std::optional<Integer> value) {
    return value ? Json(*value) : Json(nullptr);
}

/// What files of earlier versions lack: an array that is not there is empty.
const Json& optional_array(const Json& object, std::string_view key) {
    static const Json empty = Json::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : empty;
}

bool optional_bool(const Json& object, std::string_view key, bool otherwise) {
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

}  // namespace

std::optional<CacheClaim> Machine::cache(Level level) const {
    const auto found = std::find_if(caches.begin(), caches.end(),
                                    [level](const CacheClaim& claim) { return claim.level == level; });
    return found == caches.end() ? std::nullopt : std::optional(*found);
}

Json to_json(const Machine& machine) {
    Json isas = Json::array();
    for (const Isa isa : machine.isas) isas.push_back(std::string(name_of(isa)));
    Json caches = Json::array();
    for (const CacheClaim& claim : machine.caches)
        caches.push_back({{"level", std::string(name_of(claim.level))},
                          {"bytes", claim.bytes},
                          {"shared_by", claim.shared_by},
                          {"source", claim.source},
                          {"instances", claim.instances}});
    Json refused = Json::array();
    for (const RefusedClaim& claim : machine.refused_caches)
        refused.push_back(
            {{"level", std::string(name_of(claim.level))}, {"claim", claim.claim}, {"source", claim.source}});
    Json nodes = Json::array();
    for (const NumaNode& one : machine.nodes)
        nodes.push_back({{"node", one.node}, {"cpus", one.cpus}, {"memory_bytes", one.memory_bytes}});
    Json classes = Json::array();
    for (const CoreClass& one : machine.core_classes)
        classes.push_back({{"name", one.name}, {"cores", one.cores}, {"used", one.used}});
    Json object{{"architecture", machine.architecture},
                {"cpu_vendor", machine.cpu_vendor},
                {"cpu_model", machine.cpu_model},
                {"cpu_family", machine.cpu_family},
                {"cpu_model_number", machine.cpu_model_number},
                {"cpu_stepping", machine.cpu_stepping},
                {"microcode", machine.microcode},
                {"virtualized", machine.virtualized},
                {"isas", isas},
                {"cores_online", machine.cores_online},
                {"cores_known", machine.cores_known},
                {"cores_in_cpuset", or_null(machine.cores_in_cpuset)},
                {"cores_allowed", or_null(machine.cores_allowed)},
                {"core_classes", classes},
                {"cpus_used", machine.cpus_used},
                {"threads_per_core", machine.threads_per_core},
                {"numa_nodes", machine.numa_nodes},
                {"nodes", nodes},
                {"memory_bytes", machine.memory_bytes},
                {"memory_installed_bytes", mansard::or_null(machine.memory_installed_bytes)},
                {"quota_cpus", mansard::or_null(machine.quota_cpus)},
                {"caches", caches},
                {"refused_caches", refused}};
    if (!machine.gpus.empty()) {
        Json gpus = Json::array();
        for (const Gpu& gpu : machine.gpus) gpus.push_back(to_json(gpu));
        object["gpus"] = std::move(gpus);
    }
    return object;
}

Machine machine_from_json(const Json& object, const std::string& where) {
    Machine machine{.architecture = string_member(object, "architecture", where),
                    .cpu_vendor = string_member(object, "cpu_vendor", where),
                    .cpu_model = string_member(object, "cpu_model", where),
                    .microcode = string_member(object, "microcode", where),
                    .cpu_family = int_member(object, "cpu_family", where),
                    .cpu_model_number = int_member(object, "cpu_model_number", where),
                    .cpu_stepping = int_member(object, "cpu_stepping", where),
                    .cores_online = int_member(object, "cores_online", where),
                    .cores_known = optional_bool(object, "cores_known", true),
                    .cores_in_cpuset = optional_int(object, "cores_in_cpuset", where),
                    .cores_allowed = optional_int(object, "cores_allowed", where),
                    .threads_per_core = int_member(object, "threads_per_core", where),
                    .numa_nodes = int_member(object, "numa_nodes", where),
                    .memory_bytes = number_member(object, "memory_bytes", where),
                    .memory_installed_bytes = optional_number(object, "memory_installed_bytes", where),
                    .quota_cpus = optional_number(object, "quota_cpus", where)};
    const Json& virtualized = member(object, "virtualized", where);
    machine.virtualized = virtualized.is_boolean() && virtualized.get<bool>();
    for (const Json& name : member(object, "isas", where))
        // A row that this version does not know is no reason to refuse a newer file's machine.
        if (name.is_string())
            if (const auto isa = parse_name<Isa>(name.get<std::string>())) machine.isas.push_back(*isa);
    for (const Json& cpu : member(object, "cpus_used", where))
        if (cpu.is_number_integer()) machine.cpus_used.push_back(cpu.get<int>());
    for (const Json& claim : member(object, "caches", where))
        machine.caches.push_back({.level = name_member<Level>(claim, "level", where),
                                  .bytes = number_member(claim, "bytes", where),
                                  .shared_by = int_member(claim, "shared_by", where),
                                  .source = string_member(claim, "source", where),
                                  .instances = optional_int(claim, "instances", where).value_or(1)});
    for (const Json& claim : optional_array(object, "refused_caches"))
        machine.refused_caches.push_back({.level = name_member<Level>(claim, "level", where),
                                          .claim = string_member(claim, "claim", where),
                                          .source = string_member(claim, "source", where)});
    for (const Json& one : optional_array(object, "nodes")) {
        machine.nodes.push_back({.node = int_member(one, "node", where),
                                 .memory_bytes = number_member(one, "memory_bytes", where)});
        for (const Json& cpu : member(one, "cpus", where))
            if (cpu.is_number_integer()) machine.nodes.back().cpus.push_back(cpu.get<int>());
    }
    for (const Json& one : optional_array(object, "core_classes"))
        machine.core_classes.push_back({.name = string_member(one, "name", where),
                                        .cores = int_member(one, "cores", where),
                                        .used = optional_bool(one, "used", false)});
    int index = 0;
    for (const Json& gpu : optional_array(object, "gpus"))
        machine.gpus.push_back(gpu_from_json(gpu, where + ".gpus[" + std::to_string(index++) + "]"));
    return machine;
}

Json to_json(const Environment& environment) {
    Json object{{"load_1min", mansard::or_null(environment.load_1min)},
                {"governor", environment.governor},
                {"steal_s", mansard::or_null(environment.steal_s)},
                {"throttled_s", mansard::or_null(environment.throttled_s)},
                {"throttled_periods", or_null(environment.throttled_periods)},
                {"involuntary_switches", or_null(environment.involuntary_switches)},
                {"waited_s", mansard::or_null(environment.waited_s)},
                {"huge_pages", environment.huge_pages}};
    if (environment.gpu) object["gpu"] = to_json(*environment.gpu);
    return object;
}

Environment environment_from_json(const Json& object, const std::string& where) {
    Environment environment{.load_1min = optional_number(object, "load_1min", where),
                            .governor = optional_string(object, "governor", where),
                            .steal_s = optional_number(object, "steal_s", where),
                            .throttled_s = optional_number(object, "throttled_s", where),
                            .throttled_periods = optional_count(object, "throttled_periods", where),
                            .involuntary_switches = optional_count(object, "involuntary_switches", where),
                            .waited_s = optional_number(object, "waited_s", where),
                            .huge_pages = optional_string(object, "huge_pages", where)};
    if (object.contains("gpu")) environment.gpu = gpu_state_from_json(object.at("gpu"), where + ".gpu");
    return environment;
}

}  // namespace mansard
