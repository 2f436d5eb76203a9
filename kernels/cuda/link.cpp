#include "kernels/cuda/link.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mansard::kernels::cuda {
namespace {

constexpr unsigned char own_content = 0xa5, other_content = 0x5a;

}  // namespace

Peer::Peer(const Session& session, int index, std::size_t bytes) : session_(session) {
    const Driver& driver = session.driver();
    driver.check(driver.cuDeviceGet(&device_, index), "asking for the other GPU");
    int reaches = 0;
    driver.check(driver.cuDeviceCanAccessPeer(&reaches, session.device(), device_), "asking for a way to it");
    if (reaches == 0)
        throw DriverError(status_not_found,
                          fmt::format("this GPU does not reach the memory of cuda:{} directly", index));
    driver.check(driver.cuDevicePrimaryCtxRetain(&context_, device_), "starting work on the other GPU");
    // Memory is had in the current context.
    Status status = driver.cuCtxSetCurrent(context_);
    if (status == status_success) status = driver.cuMemAlloc_v2(&memory_, bytes);
    if (status == status_success) status = driver.cuMemsetD8_v2(memory_, other_content, bytes);
    if (const Status back = driver.cuCtxSetCurrent(session.context()); status == status_success)
        status = back;
    if (status == status_success) {
        status = driver.cuCtxEnablePeerAccess(context_, 0);
        if (status == status_peer_access_already_enabled) status = status_success;
    }
    if (status == status_success) return;
    release();
    driver.check(status, "memory of the other GPU");
}

Peer::~Peer() {
    release();
}

void Peer::release() {
    // Nothing here can be reported.
    const Driver& driver = session_.driver();
    if (memory_ != 0) {
        (void)driver.cuCtxSetCurrent(context_);
        (void)driver.cuMemFree_v2(memory_);
        (void)driver.cuCtxSetCurrent(session_.context());
    }
    if (context_ != nullptr) (void)driver.cuDevicePrimaryCtxRelease_v2(device_);
}

Link::Link(Session& session, const Target& target, std::size_t bytes)
    : session_(session), pattern_(*target.pattern), bytes_(bytes), own_(session.memory(bytes)) {
    if (target.peer) {
        peer_ = std::make_unique<Peer>(session, *target.peer, bytes);
    } else if (is_one_of(Pattern::to_device_pageable, Pattern::from_device_pageable)) {
        pageable_.assign(bytes, std::byte{other_content});
        host_ = pageable_.data();
    } else {
        host_ = session.pinned(bytes);
        std::fill_n(static_cast<unsigned char*>(host_), bytes, other_content);
    }
    const Driver& driver = session.driver();
    driver.check(driver.cuMemsetD8_v2(own_, own_content, bytes), "filling device memory");
}

void Link::copy() const {
    const Driver& driver = session_.driver();
    const Context own = session_.context();
    Status status = status_success;
    if (pattern_ == Pattern::to_peer)
        status = driver.cuMemcpyPeerAsync(peer_->memory(), peer_->context(), own_, own, bytes_, nullptr);
    else if (pattern_ == Pattern::from_peer)
        status = driver.cuMemcpyPeerAsync(own_, own, peer_->memory(), peer_->context(), bytes_, nullptr);
    else if (is_one_of(Pattern::to_device, Pattern::to_device_pageable))
        status = driver.cuMemcpyHtoDAsync_v2(own_, host_, bytes_, nullptr);
    else
        status = driver.cuMemcpyDtoHAsync_v2(host_, own_, bytes_, nullptr);
    driver.check(status, peer_ ? "copying between GPUs" : "copying across the host link");
}

std::string Link::fault() const {
    const Driver& driver = session_.driver();
    const bool leaves =
        is_one_of(Pattern::from_device, Pattern::from_device_pageable) || pattern_ == Pattern::to_peer;
    const unsigned char expected = leaves ? own_content : other_content;
    constexpr std::size_t most = 4096;
    const std::size_t window = std::min(most, bytes_);
    std::vector<unsigned char> found(window);
    for (const std::size_t first : {std::size_t{0}, bytes_ - window}) {
        if (leaves && host_ != nullptr)
            std::copy_n(static_cast<const unsigned char*>(host_) + first, window, found.begin());
        else
            // Addresses of all GPUs are of one space, so the driver knows whose memory it is.
            driver.check(
                driver.cuMemcpyDtoH_v2(found.data(), (leaves ? peer_->memory() : own_) + first, window),
                "reading back what was copied");
        const auto wrong = std::find_if(found.begin(), found.end(),
                                        [expected](unsigned char byte) { return byte != expected; });
        if (wrong != found.end())
            return fmt::format("byte {} is {:#04x} instead of {:#04x}",
                               first + static_cast<std::size_t>(wrong - found.begin()), *wrong, expected);
    }
    return {};
}

}  // namespace mansard::kernels::cuda
