// An op by the older interface, which compiles for each new shape, in a program that has the newer.
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return ascend::metric(placed, "aclop").has_value();
}

Advice advise(const PlacedPoint&, std::span<const double>, const FindingContext&) {
    return {
        "it has no name of aclnn's while others have: it seems to run through aclop, which compiles an op "
        "anew for each new shape",
        "use the aclnn op (torch_npu.npu.set_compile_mode(jit_compile=False)), or keep its shapes fixed"};
}

}  // namespace

extern constinit const FindingDesc npu_aclop_finding{
    .code = "npu_aclop",
    .summary = "an op runs through aclop, which compiles for each new shape",
    .parameters = {},
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
