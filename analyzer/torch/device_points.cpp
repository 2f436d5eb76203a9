#include "analyzer/torch/device_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analyzer/advice.hpp"
#include "analyzer/torch/counters.hpp"
#include "analyzer/torch/owners.hpp"
#include "analyzer/torch/ranges.hpp"
#include "analyzer/torch/square_products.hpp"

namespace mansard::analyzer::torch {
namespace {

/// Kernels of one call of an operation.
struct Group {
    Place owner = nowhere;
    std::vector<std::size_t> members{};  ///< in the list of pieces
};

struct Piece {
    const DeviceEvent* work = nullptr;
    Origin origin{};
    Place step = nowhere;
};

class DevicePoints {
  public:
    DevicePoints(const Events& events, const Frames& frames, const DeviceNames& devices,
                 const ImportOptions& options, Gatherer& gatherer, Profile& profile)
        : events_(events),
          frames_(frames),
          devices_(devices),
          options_(options),
          gatherer_(gatherer),
          profile_(profile),
          calls_(events),
          square_(events) {}

    void run(std::int64_t from) {
        collect(from);
        find_groups();
        for (const Group& group : groups_) {
            const Piece& first = pieces_[group.members.front()];
            Point point = group.owner != nowhere ? operation(group) : alone(first);
            set_device(point, first);
            gatherer_.add(std::move(point), first.step);
        }
        if (labels_.size() == 1) profile_.device = labels_.begin()->first;
        note_what_was_seen();
    }

  private:
    void collect(std::int64_t from) {
        for (const DeviceEvent& work : events_.device) {
            Piece piece{.work = &work, .origin = frames_.origin(work)};
            const std::int64_t time = piece.origin.launched != INT64_MIN ? piece.origin.launched : work.start;
            if (time < from) {
                ++left_out_;
                continue;
            }
            ++profile_.records;
            piece.step = frames_.step_at(time);
            pieces_.push_back(piece);
        }
    }

    /// Kernels of one operation together, everything else alone; in the order of the first of each.
    void find_groups() {
        std::vector<WorkItem> items;
        items.reserve(pieces_.size());
        for (const Piece& piece : pieces_)
            items.push_back(piece.work->work == Work::kernel && piece.work->counters == no_text
                                ? WorkItem{piece.origin.op, piece.work->name}
                                : WorkItem{});
        const std::vector<Place> owners = owners_of(items, frames_, calls_);
        std::unordered_map<Place, std::size_t> group_of;
        for (std::size_t i = 0; i < pieces_.size(); ++i) {
            const Place owner = owners[i];
            if (owner != nowhere) {
                const auto [found, is_new] = group_of.try_emplace(owner, groups_.size());
                if (!is_new) {
                    groups_[found->second].members.push_back(i);
                    continue;
                }
            }
            groups_.push_back({.owner = owner, .members = {i}});
        }
    }

    Point operation(const Group& group) {
        std::size_t longest = group.members.front();
        Point point{.granularity = Granularity::op,
                    .records = static_cast<std::uint32_t>(group.members.size())};
        double seconds = 0;
        for (const std::size_t member : group.members) {
            const DeviceEvent& work = *pieces_[member].work;
            seconds += static_cast<double>(work.duration) * 1e-9;
            if (work.duration > pieces_[longest].work->duration) longest = member;
            note_kernel(point, work);
        }
        const HostEvent& op = frames_.event(group.owner);
        const Calls::Known* known = calls_.find(op.name, op.call, pieces_[longest].work->name);
        for (const std::size_t member : group.members)  // one of them made it known
            if (known == nullptr) known = calls_.find(op.name, op.call, pieces_[member].work->name);
        point.seconds = seconds;
        point.name = calls_.point_name(op.name, *known);
        point.category = known->family;
        cost::apply(known->cost, point);
        Details details = details_of(pieces_[group.members.front()]);
        // The kernels of an operation may differ from call to call; its shapes are what its calls have in
        // common.
        if (!options_.per_launch || group.members.size() > 1) details.grid = details.block = "";
        details.shapes = known->shapes;
        point.details = std::make_shared<const Details>(std::move(details));
        ++operations_;
        return point;
    }

    void note_kernel(Point& point, const DeviceEvent& work) const {
        std::string note = "kernel: " + short_name(events_.names.text(work.name));
        if (std::find(point.notes.begin(), point.notes.end(), note) == point.notes.end())
            point.notes.push_back(std::move(note));
    }

    Details details_of(const Piece& piece) const {
        const DeviceEvent& work = *piece.work;
        Details details{.regions = frames_.regions(piece.origin.frame)};
        if (details.regions.empty() && piece.origin.op != piece.origin.frame)
            details.regions = frames_.regions(piece.origin.op);
        if (work.correlation != no_id) details.launch = work.correlation;
        if (work.grid != no_text) details.grid = events_.names.text(work.grid);
        if (work.block != no_text) details.block = events_.names.text(work.block);
        return details;
    }

    /// A piece of work that no operation's cost stands for.
    Point alone(const Piece& piece) {
        const DeviceEvent& work = *piece.work;
        Point point{.name = events_.names.text(work.name), .granularity = Granularity::launch};
        if (point.name.empty()) point.name = "(unnamed)";
        if (work.work != Work::counters) point.seconds = static_cast<double>(work.duration) * 1e-9;
        point.details = std::make_shared<const Details>(details_of(piece));
        if (work.work == Work::kernel || work.work == Work::counters) {
            point.category = is_communication(point.name) ? "communication" : "kernel";
            if (work.counters != no_text)
                add_counted(events_.counters[work.counters], events_.names, options_.fp16, point);
            else if (!square_.add_cost(work, point))
                ++without_cost_;
        } else {
            const double bytes = work.bytes >= 0 ? work.bytes : piece.origin.bytes;
            add_copy(point, work.work, bytes);
        }
        return point;
    }

    /// What moves or is set: no FLOPs, and bytes where they are recorded.
    static void add_copy(Point& point, Work work, double bytes) {
        point.flops.push_back({.count = 0});
        point.category = work == Work::to_device         ? "in-feed"
                         : work == Work::to_host         ? "out-feed"
                         : work == Work::within_device   ? "copy"
                         : work == Work::between_devices ? "peer-copy"
                                                         : "memset";
        if (bytes < 0) return;
        const auto add = [&](Level level, double read, double written) {
            point.bytes.push_back(
                {.level = level, .read = read, .written = written, .count = read + written});
        };
        if (work == Work::to_device) add(Level::host_link, bytes, 0), add(Level::DRAM, 0, bytes);
        if (work == Work::to_host) add(Level::host_link, 0, bytes), add(Level::DRAM, bytes, 0);
        if (work == Work::within_device) add(Level::DRAM, bytes, bytes);
        if (work == Work::between_devices) add(Level::peer_link, bytes, 0), add(Level::DRAM, 0, bytes);
        if (work == Work::set) add(Level::DRAM, 0, bytes);
    }

    void set_device(Point& point, const Piece& piece) {
        const std::string name = devices_.name(piece.work->device);
        if (name.empty()) return;
        Label& label = labels_[name];
        if (label.empty()) label = Label(name);
        point.device = label;
    }

    void note(std::string code, std::string text, std::string remedy) {
        profile_.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    }

    void note_what_was_seen() {
        if (left_out_ > 0)
            note("steps_skipped",
                 fmt::format("{} of the first {} left out: warm-up", counted(left_out_, "record"),
                             counted(static_cast<std::size_t>(options_.skip_steps), "step")),
                 "");
        if (operations_ > 0)
            note("modelled",
                 fmt::format("FLOPs and bytes of {} are modelled from the shapes of their tensors; bytes are "
                             "the least that must move",
                             counted(operations_, "call")),
                 "counters (ncu, CUPTI) give what really was done");
        if (without_cost_ > 0 && !events_.has_shapes)
            note("no_shapes", "The trace has no shapes of tensors: FLOPs and bytes of kernels are not known",
                 "profile with record_shapes=True");
        else if (without_cost_ > 0)
            note(
                "kernels_without_cost",
                fmt::format("{} without FLOPs and bytes: no cost model knows their operations, or these have "
                            "no shapes",
                            counted(without_cost_, "kernel")),
                "");
        square_.note(profile_);
    }

    const Events& events_;
    const Frames& frames_;
    const DeviceNames& devices_;
    const ImportOptions& options_;
    Gatherer& gatherer_;
    Profile& profile_;
    Calls calls_;
    SquareProducts square_;
    std::vector<Piece> pieces_{};
    std::vector<Group> groups_{};
    std::map<std::string, Label> labels_{};
    std::size_t left_out_ = 0, operations_ = 0, without_cost_ = 0;
};

}  // namespace

std::string DeviceNames::name(std::int64_t id) const {
    const auto found = by_id.find(id);
    if (found != by_id.end()) return found->second;
    const bool alike = std::all_of(by_id.begin(), by_id.end(),
                                   [&](const auto& entry) { return entry.second == by_id.begin()->second; });
    return by_id.empty() || !alike ? "" : by_id.begin()->second;
}

void add_device_points(Events& events, const Frames& frames, const DeviceNames& devices,
                       const ImportOptions& options, std::int64_t from, Gatherer& gatherer,
                       Profile& profile) {
    join_ranges(events, profile);
    DevicePoints(events, frames, devices, options, gatherer, profile).run(from);
}

}  // namespace mansard::analyzer::torch
