// Wrong on purpose: more accumulators than 32 registers hold.
#include "kernels/cuda/frame.cuh"

extern "C" __global__ void __launch_bounds__(1024, 2) spilled(const mansard::kernels::cuda::GpuFrame frame) {
    float d[64];
#pragma unroll
    for (int i = 0; i < 64; ++i) d[i] = static_cast<float>(i);
#pragma unroll 1
    for (std::uint64_t trip = frame.passes; trip > 0; --trip) {
#pragma unroll
        for (int i = 0; i < 64; ++i) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(d[i]));
    }
#pragma unroll
    for (int i = 0; i < 64; ++i) reinterpret_cast<float*>(frame.result)[threadIdx.x * 64 + i] = d[i];
}
