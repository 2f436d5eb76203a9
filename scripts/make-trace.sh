#!/usr/bin/env bash
# Writes a Chrome trace of about SIZE MiB (default 1024) as PyTorch's profiler would, to standard output, the same each
# time: steps of operations with shapes, launches, kernels and the arrows between them. For timing, see
# scripts/time-trace.sh.
set -euo pipefail
export LC_ALL=C
awk -v size="${1:-1024}" '
function event(text) { printf "%s%s", separator, text; bytes += length(text) + 2; separator = ",\n" }
BEGIN {
    printf "{\"schemaVersion\":1,\"deviceProperties\":[{\"id\":0,\"name\":\"Made-up GPU\",\"numSms\":108}],\"displayTimeUnit\":\"ms\",\n\"baseTimeNanoseconds\":1759300074000000000,\"traceEvents\":[\n"
    limit = size * 1048576
    time = 573720832808
    kernels = split("ampere_sgemm_128x64_tn|void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, at::detail::Array<char*, 1> >(int, at::native::FillFunctor<float>, at::detail::Array<char*, 1>)|void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float>)|void cudnn::ops::nchwToNhwcKernel<float, float, float, false, true, (cudnnKernelDataType_t)2>(cudnn::ops::nchw2nhwc_params_t<float>)", kernel, "|")
    for (step = 0; bytes < limit; ++step) {
        begin = time
        for (call = 0; call < 2000 && bytes < limit; ++call) {
            ++id
            m = 64 * (1 + call % 16); k = 128 * (1 + call % 7)
            event(sprintf("  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::linear\", \"pid\": 3132278, \"tid\": 3132278,\n    \"ts\": %.0f.%03d, \"dur\": 39.214,\n    \"args\": {\n      \"External id\": %d,\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"\"], \"Input type\": [\"float\", \"float\", \"float\"], \"Input Strides\": [[%d, 1], [%d, 1], [1]], \"Input Dims\": [[%d, %d], [512, %d], [512]], \"Sequence number\": %d, \"Fwd thread id\": 0, \"Ev Idx\": %d\n    }\n  }", time, id % 1000, 2 * id - 1, k, k, m, k, k, id, id))
            event(sprintf("  {\n    \"ph\": \"X\", \"cat\": \"cpu_op\", \"name\": \"aten::addmm\", \"pid\": 3132278, \"tid\": 3132278,\n    \"ts\": %.0f.%03d, \"dur\": 30.5,\n    \"args\": {\n      \"External id\": %d,\"Record function id\": 0, \"Concrete Inputs\": [\"\", \"\", \"\", \"1\", \"1\"], \"Input type\": [\"float\", \"float\", \"float\", \"Scalar\", \"Scalar\"], \"Input Dims\": [[512], [%d, %d], [%d, 512], [], []], \"Sequence number\": %d, \"Fwd thread id\": 0, \"Ev Idx\": %d\n    }\n  }", time + 2, id % 1000, 2 * id, m, k, k, id, id))
            event(sprintf("  {\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 3132278, \"tid\": 3132278,\n    \"ts\": %.0f.%03d, \"dur\": 6.923,\n    \"args\": {\n      \"External id\": %d, \"cbid\": 211, \"correlation\": %d\n    }\n  }", time + 5, id % 1000, 2 * id, 16 * id))
            event(sprintf("  {\n    \"ph\": \"s\", \"id\": %d, \"pid\": 3132278, \"tid\": 3132278, \"ts\": %.0f.%03d,\n    \"cat\": \"ac2g\", \"name\": \"ac2g\"\n  }", 16 * id, time + 5, id % 1000))
            event(sprintf("  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"%s\", \"pid\": 0, \"tid\": 7,\n    \"ts\": %.0f.%03d, \"dur\": %d.%03d,\n    \"args\": {\n      \"External id\": %d,\n      \"queued\": 0, \"device\": 0, \"context\": 1,\n      \"stream\": 7, \"correlation\": %d,\n      \"registers per thread\": 122,\n      \"shared memory\": 12288,\n      \"blocks per SM\": 0.074074,\n      \"warps per SM\": 0.592593,\n      \"grid\": [%d, 8, 1],\n      \"block\": [128, 1, 1],\n      \"est. achieved occupancy %%\": 1\n    }\n  }", kernel[1 + call % kernels], time + 12, id % 1000, 3 + call % 20, id % 997, 2 * id, 16 * id, m / 64))
            event(sprintf("  {\n    \"ph\": \"f\", \"id\": %d, \"pid\": 0, \"tid\": 7, \"ts\": %.0f.%03d,\n    \"cat\": \"ac2g\", \"name\": \"ac2g\", \"bp\": \"e\"\n  }", 16 * id, time + 12, id % 1000))
            time += 50
        }
        event(sprintf("  {\n    \"ph\": \"X\", \"cat\": \"user_annotation\", \"name\": \"ProfilerStep#%d\", \"pid\": 3132278, \"tid\": 3132278,\n    \"ts\": %.0f.000, \"dur\": %.0f.5,\n    \"args\": {\n      \"External id\": %d, \"Record function id\": 0, \"Ev Idx\": 0\n    }\n  }", step, begin - 1, time - begin, 1000000000 + step))
    }
    printf "\n],\n\"traceName\": \"made.json\"}\n"
}'
