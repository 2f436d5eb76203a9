// Wrong on purpose: an accumulator is touched between two matrix instructions of one group, so the assembler
// puts them one after the other. It says so and reports no error.
#include "kernels/cuda/wgmma.cuh"

extern "C" __global__ void __launch_bounds__(128) serialized(const mansard::kernels::cuda::GpuFrame frame) {
    using I = mansard::kernels::cuda::WgmmaF16;
    float d[128];
    for (int i = 0; i < 128; ++i) d[i] = 0;
    const std::uint64_t a = mansard::kernels::cuda::matrix_descriptor(0), b = a + 128;
#pragma unroll 1
    for (std::uint64_t trip = frame.passes; trip > 0; --trip) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        I::issue(d, a, b);
        d[0] += 1;
        I::issue(d, a, b);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    }
    for (int i = 0; i < 128; ++i) reinterpret_cast<float*>(frame.result)[threadIdx.x * 128 + i] = d[i];
}
