#include "analyzer/rocm/columns.hpp"

#include <algorithm>
#include <set>

#include "core/utf8.hpp"

namespace mansard::analyzer::rocm {
namespace {

/// Counters of the link to memory: those of MI300 and later have a number that MI200's lack.
constexpr std::string_view any_mark = "TCC_EA", newer_mark = "TCC_EA0_";

/// In the header of a wide table, in the rows of a long one.
bool mentions(const DelimitedTable& table, std::string_view mark) {
    return table.head().find(mark) != std::string_view::npos ||
           std::any_of(table.names().begin(), table.names().end(),
                       [&](const std::string& name) { return name.starts_with(mark); });
}

bool any(const Header& keys, std::initializer_list<std::string_view> wanted) {
    return std::any_of(wanted.begin(), wanted.end(),
                       [&](std::string_view key) { return has_column(keys, key); });
}

}  // namespace

bool is_header(const Header& keys) {
    const bool named = any(keys, {"kernelname"});
    const bool timed = any(keys, {"starttimestamp", "beginns"}) && any(keys, {"endtimestamp", "endns"});
    const bool counted = any(keys, {"countername"}) && any(keys, {"countervalue"});
    const bool dispatched =
        any(keys, {"dispatchid", "index", "gpuid"}) && any(keys, {"gridsize", "grd", "obj"});
    const bool totals = any(keys, {"name"}) && any(keys, {"calls"}) && any(keys, {"totaldurationns"});
    return totals || (named && (timed || counted || dispatched));
}

std::string kernel_name(std::string_view name) {
    for (const std::string_view ending : {" [clone .kd]", ".kd"})
        if (name.ends_with(ending)) name.remove_suffix(ending.size());
    return escape_invalid_utf8(name);
}

CounterName counter_name(std::string_view name) {
    CounterName out;
    const std::size_t bracket = name.find('[');
    if (bracket != std::string_view::npos && name.ends_with(']')) {
        out.channel = true;
        name = name.substr(0, bracket);
    }
    if (name.ends_with("_sum")) name.remove_suffix(4);
    out.base = name;
    return out;
}

Columns::Columns(const DelimitedTable& table)
    : name(table.column({"kernelname", "name"})),
      start(table.column({"starttimestamp", "beginns"})),
      end(table.column({"endtimestamp", "endns"})),
      device(table.column({"gpuid", "agentid"})),
      dispatch(table.column({"dispatchid", "index"})),
      process(table.column({"processid", "pid"})),
      kind(table.column({"kind"})),
      grid{table.column({"gridsizex", "gridsize", "grd"}), table.column({"gridsizey"}),
           table.column({"gridsizez"})},
      block{table.column({"workgroupsizex", "workgroupsize", "wgr"}), table.column({"workgroupsizey"}),
            table.column({"workgroupsizez"})},
      counter_name(table.column({"countername"})),
      counter_value(table.column({"countervalue"})),
      calls(table.column({"calls"})),
      total_ns(table.column({"totaldurationns"})),
      min_ns(table.column({"minns"})),
      max_ns(table.column({"maxns"})) {}

std::vector<CounterColumn> Columns::counters(const DelimitedTable& table, const metrics::EventSums& sums) {
    std::vector<CounterColumn> whole, channels;
    std::set<std::size_t> summed;
    for (std::size_t i = 0; i < table.names().size(); ++i) {
        const CounterName counter = rocm::counter_name(table.names()[i]);
        const auto place = sums.find(counter.base);
        if (!place) continue;
        if (counter.channel)
            channels.push_back({i, *place});
        else if (summed.insert(*place).second)
            // A second column of one name is another pass over the same dispatch.
            whole.push_back({i, *place});
    }
    for (const CounterColumn& column : channels)
        if (!summed.contains(column.place)) whole.push_back(column);
    return whole;
}

bool generation_known(const DelimitedTable& table) {
    return mentions(table, any_mark);
}

bool is_newer(const DelimitedTable& table) {
    return mentions(table, newer_mark);
}

}  // namespace mansard::analyzer::rocm
