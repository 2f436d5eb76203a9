#include "analyzer/nvidia/counting_command.hpp"

#include <fmt/format.h>

#include "analyzer/nvidia/metric_table.hpp"

namespace mansard::analyzer::nvidia {

std::string counting_command(const std::string& file) {
    // Spelled out: a shell's braces within a list that commas part make words of it.
    std::string metrics =
        "gpu__time_duration.sum,smsp__cycles_elapsed.avg.per_second,dram__bytes_read.sum,dram__bytes_write."
        "sum,"
        "lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,l1tex__t_bytes.sum";
    const MetricTable table = MetricTable::embedded();
    for (const FlopRule& rule : table.flops())
        if (!rule.optional) metrics += "," + rule.metric;
    return fmt::format("ncu --csv --log-file {} --metrics {} PROGRAM", file, metrics);
}

}  // namespace mansard::analyzer::nvidia
