// The raw profile of JAX, TensorFlow and PyTorch/XLA: *.xplane.pb, a protocol buffer.
//
// A core's operations run one within another on its line "XLA Ops"; what the compiler knows of an operation
// (FLOPs, bytes in each memory) stands in its description, for one run. Transfers on "Async XLA Ops" run
// beside them, and other lines say the same things again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/device_kinds.hpp"
#include "analyzer/files_in.hpp"
#include "analyzer/trace/input.hpp"
#include "analyzer/xprof/core.hpp"
#include "analyzer/xprof/part.hpp"
#include "analyzer/xprof/space_file.hpp"
#include "analyzer/xprof/wire.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using namespace xprof;

enum class Kind : std::uint8_t { other, core, sparse_core, gpu };

Kind kind_of(std::string_view plane) {
    constexpr std::string_view tpu = "/device:TPU:";
    if (plane.starts_with("/device:GPU:")) return Kind::gpu;
    if (!plane.starts_with(tpu)) return Kind::other;
    plane.remove_prefix(tpu.size());
    if (plane.find_first_not_of("0123456789") == std::string_view::npos) return Kind::core;
    return plane.find("SparseCore") != std::string_view::npos ? Kind::sparse_core : Kind::other;
}

bool is_plane(std::string_view name) {
    return name.starts_with("/device:") || name.starts_with("/host:") || name.starts_with("#Chip") ||
           name == "Task Environment" || name == "Host CPUs" || name == "Syscalls";
}

/// Fields of an XSpace: planes, errors, warnings, host names.
bool may_begin_space(std::string_view head) {
    return !head.empty() && std::string_view("\x0a\x12\x1a\x22").find(head[0]) != std::string_view::npos;
}

bool named_as_space(std::string_view name) {
    return name.ends_with(".xplane.pb") || name.ends_with(".xplane.pb.gz");
}

/// The one profile in a folder (a log directory of TensorBoard: plugins/profile/RUN/HOST.xplane.pb).
std::filesystem::path space_in(const std::filesystem::path& folder) {
    const auto files = files_in(folder, named_as_space);
    if (files.size() == 1) return files.front();
    std::string listed;
    for (std::size_t i = 0; i < std::min<std::size_t>(files.size(), 5); ++i)
        listed += fmt::format("{}{}", i == 0 ? "" : ", ", printable(input_name(files[i])));
    throw Error(Exit::bad_input,
                files.empty() ? "the folder holds no *.xplane.pb"
                              : fmt::format("the folder holds {} profiles: {}{}", files.size(), listed,
                                            files.size() > 5 ? ", …" : ""),
                {.where = input_name(folder),
                 .expected = "one: what several runs and hosts did has no common time",
                 .remedy = files.empty() ? "" : "name one of them, or the folder of one run of one host"});
}

int sniff(const std::filesystem::path& path, std::string_view packed) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return files_in(path, named_as_space).empty() ? 0 : 80;
    const std::string head = trace::unpacked_head(packed);
    // Its name tells where the first plane is one that is not known here.
    if (named_as_space(path.filename().string()) && may_begin_space(head)) return 90;
    // Field 1, a message: the first plane, of which the head may hold a part only.
    if (!head.starts_with('\x0a')) return 0;
    std::size_t at = 1;
    while (at < head.size() && at < 10 && (static_cast<unsigned char>(head[at]) & 0x80) != 0) ++at;
    return is_plane(name_of_plane(std::string_view(head).substr(std::min(at + 1, head.size())))) ? 95 : 0;
}

class Reading {
  public:
    Reading(const ImportOptions& options, Profile& profile) : options_(options), profile_(profile) {}

    void take(std::string_view bytes) {
        const std::string_view name = name_of_plane(bytes);
        const Kind kind = kind_of(name);
        names_ += (names_.empty() ? "" : ", ") + printable(name, 40);
        try {
            const Plane plane(bytes);
            // The host's plane has what the TPU's counters say of the whole.
            for (const auto& [stat, to] : {std::pair(StatName::matrix_utilization, &matrix_percent_),
                                           std::pair(StatName::hbm_utilization, &hbm_percent_)})
                if (const auto percent = plane.number(stat); percent && *percent > 0) *to = percent;
            if (kind != Kind::other) take_device(plane, kind);
        } catch (const protozero::exception&) {
            reject(name, "the plane is damaged: it is no protocol buffer");
        }
    }

    void finish() {
        if (cores_ == 0 && profile_.rejected.empty())
            throw Error(Exit::bad_input, "the profile holds no TPU and no GPU",
                        {.where = profile_.source,
                         .expected = "a plane /device:TPU:N or /device:GPU:N beside " + names_,
                         .remedy = "profile a program that runs on one"});
        check_skipped();
        const bool both = tpus_.cores > 0 && gpus_.cores > 0;
        for (Part* part : {&tpus_, &gpus_}) {
            const std::size_t points = profile_.points.size(), wholes = profile_.program.size(),
                              steps = profile_.steps.size();
            add_points(*part);
            add_steps(*part);
            if (!both && part->cores > 0) profile_.device = part->device;
            if (!both) continue;
            // Of two kinds of devices each point names its own.
            const auto name_device = [&](auto& all, std::size_t from) {
                for (std::size_t i = from; i < all.size(); ++i) all[i].device = Label(part->name());
            };
            name_device(profile_.points, points);
            name_device(profile_.program, wholes);
            name_device(profile_.steps, steps);
        }
        if (!both) add_counters(tpus_.cores > 0 ? tpus_ : gpus_);
        add_notes();
    }

  private:
    void reject(std::string_view name, std::string reason) {
        ++profile_.records;
        profile_.rejected.push_back(
            {.record = profile_.source, .name = escape_invalid_utf8(name), .reason = std::move(reason)});
    }

    void take_device(const Plane& plane, Kind kind) {
        Part& part = kind == Kind::gpu ? gpus_ : tpus_;
        if (kind == Kind::sparse_core) return note_damage(plane, read_sparse_core(plane, part.totals));
        const bool streams = kind == Kind::gpu && has_line(plane, "Stream #");
        const CoreTimes times =
            streams ? read_streams(plane, options_, part.totals) : read_core(plane, options_, part.totals);
        note_damage(plane, times);
        ++cores_;
        if (part.cores++ == 0) {
            part.peaks = peaks_of(plane);
            part.device = escape_invalid_utf8(
                plane.text(kind == Kind::gpu ? StatName::gpu_name : StatName::device_type));
        }
        if (times.wall > 0) ++busy_cores_;
        core_seconds_ += times.wall;
        part.seconds += times.wall;
        if (times.busy) profile_.seconds_busy = profile_.seconds_busy.value_or(0) + *times.busy;
        steps_ = std::max(steps_, times.steps);
        other_memories_ += times.other_memories;
        part.without_cost = part.without_cost || streams;
    }

    void note_damage(const Plane& plane, const CoreTimes& times) {
        if (times.damaged > 0)
            reject(
                plane.name(),
                fmt::format("{} no protocol buffer, or without a time that can be",
                            times.damaged == 1 ? "1 event is" : fmt::format("{} events are", times.damaged)));
        if (times.nameless > 0)
            reject(plane.name(), fmt::format("the operation of {} has no description in the plane",
                                             counted(times.nameless, "event")));
        if (times.damaged_lines > 0)
            reject(plane.name(),
                   fmt::format("{} of it damaged: no protocol buffer",
                               times.damaged_lines == 1 ? "1 line is"
                                                        : fmt::format("{} lines are", times.damaged_lines)));
    }

    void check_skipped() {
        if (options_.skip_steps <= 0) return;
        const auto skipped = static_cast<std::size_t>(options_.skip_steps);
        if (steps_ <= skipped)
            throw Error(Exit::usage,
                        fmt::format("--skip-steps {} leaves nothing: the profile has {}", skipped,
                                    counted(steps_, "step")),
                        {.where = profile_.source,
                         .remedy = gpus_.cores > 0 && steps_ == 0
                                       ? "the raw profile of a GPU mostly marks none: save roofline_model "
                                         "from XProf, which does"
                                       : "skip fewer, or mark steps (jax.profiler.StepTraceAnnotation)"});
        note("steps_skipped", fmt::format("The first {} left out: warm-up",
                                          skipped == 1 ? "step is" : fmt::format("{} steps are", skipped)));
    }

    void add_points(Part& part) {
        part.drop_unused_memories();
        add_total(part);
        for (TotalOp& total : part.totals.ops()) {
            const std::string where = fmt::format("{}, {}", profile_.source, printable(total.where, 60));
            if (!total.ran || total.spoiled) {
                ++profile_.records;
                profile_.rejected.push_back(
                    {.record = where, .name = escape_invalid_utf8(total.op.name), .reason = total.reason});
            } else {
                part.prepare(total.op);
                add_op(total.op, where, part.chip, options_, profile_);
            }
        }
        // Of all cores, as the operations' times are.
        if (core_seconds_ > 0) profile_.seconds_wall = core_seconds_;
        if (profile_.seconds_busy && !std::isfinite(*profile_.seconds_busy)) profile_.seconds_busy.reset();
    }

    /// As XProf's: the time is that of all cores, idle or not. Kernels without FLOPs have no such sum.
    void add_total(Part& part) {
        if (part.without_cost || part.seconds <= 0) return;
        Op sum{.name = "total", .category = "Program", .total = part.seconds};
        for (const TotalOp& total : part.totals.ops())
            if (total.ran && !total.spoiled && !has_inner_ops(total.op.category) &&
                (options_.feeds || !is_feed(total.op.category)))
                add_known(sum, total.op);
        profile_.program.push_back(part.whole(sum));
    }

    void add_steps(Part& part) {
        Op average{.name = "average step", .category = "Program", .total = 0};
        for (TotalStep& step : part.totals.steps()) {
            step.op.category = "Program";
            // A feed that began in it can end after it.
            step.op.total = std::max(0.0, *step.op.total);
            for (std::size_t i = 0; i < step.ops.size(); ++i) {
                Op& op = step.ops[i];
                if (is_idle(op.category) || (!options_.feeds && is_feed(op.category))) continue;
                if (!has_inner_ops(op.category)) add_known(step.op, op);
                part.prepare(op);
                op.name = part.totals.ops()[step.index[i]].op.name;
                op.step = step.op.step;
                profile_.step_points.push_back(point_of(op, part.chip));
            }
            *average.total += step.op.total.value_or(0);
            add_known(average, step.op);
            profile_.steps.push_back(part.whole(step.op));
        }
        if (part.totals.steps().empty()) return;
        const auto count = static_cast<double>(part.totals.steps().size());
        average.total = *average.total / count;
        for (const auto amount : {&Op::flops, &Op::model_flops})
            if (average.*amount) *(average.*amount) /= count;
        for (const auto amount : summed_memories)
            if (average.bytes.*amount) *(average.bytes.*amount) /= count;
        profile_.steps.insert(profile_.steps.end() - static_cast<std::ptrdiff_t>(part.totals.steps().size()),
                              part.whole(average));
    }

    /// The counters say which share of the peaks was reached over the whole time of all cores.
    void add_counters(const Part& part) {
        const Peaks& peaks = part.peaks;
        if (!matrix_percent_ || !peaks.flops || core_seconds_ <= 0) return;
        Op op{.name = "total (hardware counters)", .category = "Program", .total = core_seconds_};
        op.how = How::counted;
        op.flops = *matrix_percent_ / 100 * *peaks.flops * core_seconds_;
        if (hbm_percent_ && peaks.hbm) op.bytes.hbm = *hbm_percent_ / 100 * *peaks.hbm * core_seconds_;
        profile_.program.push_back(part.whole(op));
    }

    void add_notes() {
        for (const Part* part : {&tpus_, &gpus_})
            note_peaks(part->peaks,
                       "The profile declares these peaks of one core, none of them measured; XProf's "
                       "verdicts come from them",
                       profile_);
        if (busy_cores_ > 1)
            note("cores_summed",
                 fmt::format(
                     "Times are summed over {} cores, the whole's too (of one: {}); rates are one core's, "
                     "to be compared with one core's roofs",
                     busy_cores_, si(core_seconds_ / static_cast<double>(busy_cores_), "s")));
        if (gpus_.without_cost)
            note("no_costs",
                 "A raw profile of a GPU has no FLOPs and no bytes of its kernels: they are placed by time "
                 "only",
                 "save roofline_model from XProf, which works them out, or count them with ncu");
        if (other_memories_ > 0)
            note("other_memories",
                 fmt::format("{} went to memories that are none of HBM, CMEM and VMEM: they "
                             "are in no point",
                             si(other_memories_, "B")));
    }

    void note(std::string code, std::string text, std::string remedy = {}) {
        profile_.notes.push_back(
            {.code = std::move(code), .text = std::move(text), .remedy = std::move(remedy)});
    }

    const ImportOptions& options_;
    Profile& profile_;
    Part tpus_{.chip = Chip::tpu}, gpus_{.chip = Chip::gpu};
    std::string names_{};  ///< of all planes
    std::optional<double> matrix_percent_{}, hbm_percent_{};
    std::size_t cores_ = 0, busy_cores_ = 0, steps_ = 0;
    double core_seconds_ = 0;
    double other_memories_ = 0;
};

Profile import(const std::filesystem::path& path, const ImportOptions& options) {
    std::error_code ignored;
    const std::filesystem::path space = std::filesystem::is_directory(path, ignored) ? space_in(path) : path;
    const SpaceFile file(space);
    Profile profile{.source = input_name(space), .format = "xprof-xplane"};
    const Planes planes = planes_of(file.bytes());
    if (planes.planes.empty())
        throw Error(Exit::bad_input,
                    file.bytes().empty() ? "the profile is empty" : "it is no profile of JAX or TensorFlow",
                    {.where = profile.source,
                     .expected = "an XSpace, as in plugins/profile/RUN/HOST.xplane.pb",
                     .remedy = planes.cut ? "a copy that was cut short looks like this" : ""});
    Reading reading(options, profile);
    for (const std::string_view plane : planes.planes) reading.take(plane);
    reading.finish();
    if (planes.cut || !file.damage().empty())
        profile.notes.push_back(
            {.severity = Severity::warning,
             .code = "truncated",
             .text = fmt::format("{} breaks off at byte {}{}{}: its {} kept", printable(profile.source),
                                 planes.read, file.damage().empty() ? "" : ": ", file.damage(),
                                 planes.planes.size() == 1
                                     ? "one whole plane is"
                                     : fmt::format("{} whole planes are", planes.planes.size())),
             .remedy = "copy it again"});
    state_device_kind(profile, device_kind::gpu_or_tpu);
    return profile;
}

}  // namespace

extern constinit const ImporterDesc xprof_xplane_importer{
    .name = "xprof-xplane",
    .summary = "JAX's and TensorFlow's raw profile: *.xplane.pb, also packed (.gz)",
    .sniff = sniff,
    .import = import,
    .heeds = {.skip_steps = true, .feeds = true}};

}  // namespace mansard::analyzer
