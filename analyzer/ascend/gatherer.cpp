#include "analyzer/ascend/gatherer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/numbers.hpp"
#include "analyzer/trace/values.hpp"
#include "core/error.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::ascend {
namespace {

bool is_communication(std::string_view core) {
    return core == "HCCL" || core == "COMMUNICATION";
}

/// A number, or none where the cell is missing; `fault` says what is wrong with any other text.
std::optional<double> number_in(std::string_view cell, const char*& fault) {
    // Most counters of an op are those of the unit that it does not use.
    if (cell == "0" || cell == "0.0") return 0;
    if (is_missing(cell)) return std::nullopt;
    const ReadNumber read = read_number(cell);
    if (read.fault != nullptr) {
        fault = read.fault;
        return std::nullopt;
    }
    return read.value;
}

}  // namespace

std::string_view wait_metric(WaitCause cause) {
    switch (cause) {
        case WaitCause::after_ai_cpu:
            return "longest_wait_after_ai_cpu_us";
        case WaitCause::between_steps:
            return "longest_wait_between_steps_us";
        case WaitCause::first_call:
            return "longest_wait_at_first_call_us";
        default:
            return "longest_wait_us";
    }
}

void Gatherer::reject(std::size_t line, std::string_view name, std::string reason) {
    rejected_.push_back({.record = fmt::format("{}, line {}", table_->source, line),
                         .name = escape_invalid_utf8(trimmed(name)),
                         .reason = std::move(reason)});
}

void Gatherer::begin(OpTable table) {
    table_ = std::move(table);
    has_shapes_ = has_shapes_ && table_->columns.has(Column::in_shapes);
    counter_at_.clear();
    for (const Counter& counter : table_->columns.counters()) {
        // Two columns of one name are two counters.
        std::size_t at = 0;
        while (at < counters_.size() && (counters_[at].name != counter.name ||
                                         std::ranges::find(counter_at_, at) != counter_at_.end()))
            ++at;
        counter_at_.push_back(at);
        if (at == counters_.size()) counters_.push_back(counter);
    }
}

std::size_t Gatherer::steps() const {
    std::size_t most = 0;
    for (const Device& device : devices_) most = std::max(most, device.steps.size());
    return most;
}

/// Each device warms up for itself: its first steps are counted, in whichever of its tables they stand.
bool Gatherer::is_skipped(const OpRow& row) {
    step_ = none;
    if (is_missing(row.step)) return false;
    auto& of_device = devices_[device_].steps;
    const std::size_t place = of_device.try_emplace(std::string(row.step), of_device.size()).first->second;
    if (place < static_cast<std::size_t>(std::max(options_.skip_steps, 0))) return true;
    auto found = step_index_.find(row.step);
    if (found == step_index_.end()) {
        found = step_index_.emplace(std::string(row.step), steps_.size()).first;
        steps_.push_back({.name = escape_invalid_utf8(row.step)});
    }
    step_ = found->second;
    return false;
}

void Gatherer::take(std::span<const std::string_view> row, std::size_t line) {
    const Columns& columns = table_->columns;
    const auto cell = [&](Column column) { return trimmed(columns.cell(column, row)); };
    OpRow op{.name = cell(Column::name),
             .core = cell(Column::core),
             .step = cell(Column::step),
             .device = cell(Column::device),
             .text = {.type = cell(Column::type),
                      .hf32 = cell(Column::hf32),
                      .in_shapes = cell(Column::in_shapes),
                      .in_types = cell(Column::in_types),
                      .in_formats = cell(Column::in_formats),
                      .out_shapes = cell(Column::out_shapes),
                      .out_types = cell(Column::out_types),
                      .out_formats = cell(Column::out_formats)}};
    if (!columns.has(Column::step)) op.step = table_->step;
    if (!columns.has(Column::device)) op.device = table_->device;
    // Level 0 names no cores.
    if (is_missing(op.core) && op.name.starts_with("hcom_")) op.core = "HCCL";
    model_.observe(op.text);
    device_ = device_of(op.device);
    if (is_skipped(op)) {
        ++skipped_;
        return;
    }
    ++records_;
    if (row.size() < columns.width())
        return reject(line, op.name,
                      fmt::format("it has {} cells, its table {}", row.size(), columns.width()));
    if (op.name.empty()) return reject(line, {}, "it has no name");
    const char* fault = nullptr;
    op.microseconds = number_in(cell(Column::duration), fault);
    if (fault != nullptr) return reject(line, op.name, fault_text("Duration", cell(Column::duration), fault));
    op.wait = number_in(cell(Column::wait), fault);
    if (const std::string_view start = cell(Column::start); !is_missing(start))
        op.start_ns = trace::nanoseconds(start);
    const auto [place, first] = group_of(op);
    Group& group = groups_[place];
    ++group.calls;
    group.call.records = static_cast<std::uint32_t>(group.calls);
    if (op.microseconds)
        add_time(place, *op.microseconds);
    else
        group.timed = false;
    Device& device = devices_[device_];
    add_wait(group, op, device, first);
    add_counters(group, row, op.microseconds.value_or(0));
    add_to_step(group, op, device);
    has_aclnn_ = has_aclnn_ || op.name.starts_with("aclnn");
}

void Gatherer::add_time(std::size_t place, double microseconds) {
    Group& group = groups_[place];
    group.microseconds += microseconds;
    group.seconds.push_back(microseconds * 1e-6);
    Device& device = devices_[device_];
    device.microseconds += microseconds;
    if (group.call.category == "communication") {
        device.collective_microseconds += microseconds;
        return;
    }
    compute_microseconds_ += microseconds;
    if (group.type == none) return;
    Type& type = types_[group.type];
    ++type.calls;
    type.microseconds += microseconds;
    if (type.calls == 1 || microseconds > type.longest) {
        type.longest = microseconds;
        type.longest_in = place;
    }
}

std::size_t Gatherer::type_of(const OpRow& row) {
    if (is_missing(row.text.type) || is_communication(row.core)) return none;
    auto found = type_index_.find(row.text.type);
    if (found == type_index_.end()) {
        found = type_index_.emplace(std::string(row.text.type), types_.size()).first;
        types_.push_back({.name = escape_invalid_utf8(row.text.type)});
    }
    return found->second;
}

std::size_t Gatherer::device_of(std::string_view name) {
    if (device_ != none && devices_[device_].name == name) return device_;
    auto found = device_index_.find(name);
    if (found == device_index_.end()) {
        found = device_index_.emplace(std::string(name), devices_.size()).first;
        devices_.push_back({.name = std::string(name)});
    }
    return found->second;
}

Label Gatherer::label(std::string_view text) {
    if (is_missing(text)) return {};
    auto found = labels_.find(text);
    if (found == labels_.end())
        found = labels_.emplace(std::string(text), Label(escape_invalid_utf8(text))).first;
    return found->second;
}

Gatherer::Group Gatherer::new_group(const OpRow& row, std::string_view weight) {
    Group group{.type = type_of(row), .device = device_};
    Point& call = group.call;
    call.name = escape_invalid_utf8(row.name);
    call.granularity = Granularity::op;
    call.category = is_communication(row.core) ? Label("communication") : label(row.core);
    if (!is_missing(row.device)) call.device = label(fmt::format("Ascend NPU {}", row.device));
    if (!is_communication(row.core)) {
        const cost::Cost cost = model_.cost(row.text, weight);
        cost::apply(cost, call);
        if (!is_missing(row.text.in_shapes) || !is_missing(row.text.out_shapes)) {
            const auto shape = [](std::string_view text) {
                return escape_invalid_utf8(is_missing(text) ? std::string_view("-") : unquoted(text));
            };
            call.details = std::make_shared<const Details>(
                Details{.shapes = shape(row.text.in_shapes) + " -> " + shape(row.text.out_shapes)});
        }
    }
    return group;
}

std::pair<std::size_t, bool> Gatherer::group_of(const OpRow& row) {
    const std::string_view weight = model_.weight_of(row.text);
    key_.clear();
    for (const std::string_view part :
         {row.name, row.core, row.device, row.text.type, row.text.hf32, row.text.in_shapes, row.text.in_types,
          row.text.in_formats, row.text.out_shapes, row.text.out_types, row.text.out_formats, weight}) {
        key_ += part;
        key_ += '\x1f';
    }
    const auto [found, is_new] = index_.try_emplace(key_, groups_.size());
    if (is_new) {
        groups_.push_back(new_group(row, weight));
    } else if (options_.per_launch) {
        const Group& like = groups_[found->second];
        Group group{.call = like.call, .type = like.type, .device = like.device};
        group.call.records = 1;
        group.call.step = Label();
        groups_.push_back(std::move(group));
    }
    const std::size_t place = is_new || options_.per_launch ? groups_.size() - 1 : found->second;
    if (options_.per_launch) groups_[place].call.step = label(row.step);
    const Group& group = groups_[place];
    if (!group.call.flops.empty())
        ++modelled_;
    else if (group.call.category != "communication")
        ++unknown_;
    return {place, is_new};
}

void Gatherer::add_wait(Group& group, const OpRow& row, Device& device, bool first) {
    if (device.any && row.wait && *row.wait > 0 && !is_communication(row.core)) {
        const WaitCause cause = device.ai_cpu             ? WaitCause::after_ai_cpu
                                : device.step != row.step ? WaitCause::between_steps
                                : first                   ? WaitCause::first_call
                                                          : WaitCause::other;
        double& longest = group.longest_wait[static_cast<std::size_t>(cause)];
        longest = std::max(longest, *row.wait);
    }
    device.any = true;
    device.step = row.step;
    device.ai_cpu = row.core == "AI_CPU";
}

void Gatherer::add_counters(Group& group, std::span<const std::string_view> row, double microseconds) {
    const auto& counters = table_->columns.counters();
    // Another table may have brought counters since.
    if (group.counters.size() < counters_.size()) {
        group.counters.resize(counters_.size());
        group.weights.resize(counters_.size());
    }
    for (std::size_t i = 0; i < counters.size(); ++i) {
        const char* fault = nullptr;
        const auto value = number_in(row[counters[i].place], fault);
        if (!value) continue;
        const double weight = counters[i].kind == CounterKind::metric ? microseconds : 1;
        group.counters[counter_at_[i]] += counters[i].kind == CounterKind::metric ? *value * weight : *value;
        group.weights[counter_at_[i]] += weight;
    }
}

void Gatherer::add_to_step(Group& group, const OpRow& row, Device& device) {
    Step* step = step_ != none ? &steps_[step_] : nullptr;
    if (row.start_ns) {
        const double ns = std::min(row.microseconds.value_or(0) * 1e3, 1e17);
        const std::int64_t end = *row.start_ns + static_cast<std::int64_t>(std::llround(ns));
        device.times.add({*row.start_ns, end}, is_communication(row.core));
        if (step != nullptr) {
            step->begin = std::min(step->begin, *row.start_ns);
            step->end = std::max(step->end, end);
        }
    }
    if (step == nullptr || !row.microseconds) return;
    group.call.seconds = *row.microseconds * 1e-6;
    step->sum.add(group.call);
}

}  // namespace mansard::analyzer::ascend
