// Text that many points share (a device, a category, a reason), held once.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace mansard::analyzer {

/// An immutable text of one word's size; copies share it. A profile has millions of points and a handful of
/// devices and categories: a std::string in each would be most of what a point weighs, and a shared_ptr twice
/// as much as this. Copies of one label must stay on one thread.
class Label {
  public:
    Label() = default;
    Label(std::string text) : shared_(text.empty() ? nullptr : new Shared{std::move(text)}) {}
    Label(std::string_view text) : Label(std::string(text)) {}
    Label(const char* text) : Label(std::string(text)) {}
    Label(const Label& other) : shared_(other.shared_) {
        if (shared_ != nullptr) ++shared_->owners;
    }
    Label(Label&& other) noexcept : shared_(std::exchange(other.shared_, nullptr)) {}
    Label& operator=(Label other) noexcept {
        std::swap(shared_, other.shared_);
        return *this;
    }
    ~Label() {
        if (shared_ != nullptr && --shared_->owners == 0) delete shared_;
    }

    bool empty() const { return shared_ == nullptr; }
    std::string_view view() const {
        return shared_ != nullptr ? std::string_view(shared_->text) : std::string_view();
    }
    std::string str() const { return std::string(view()); }
    operator std::string_view() const { return view(); }

    friend bool operator==(const Label& a, const Label& b) {
        return a.shared_ == b.shared_ || a.view() == b.view();
    }
    friend bool operator==(const Label& a, std::string_view b) { return a.view() == b; }
    friend bool operator==(const Label& a, const std::string& b) { return a.view() == b; }
    friend bool operator==(const Label& a, const char* b) { return a.view() == b; }

  private:
    struct Shared {
        std::string text;
        std::size_t owners = 1;
    };
    Shared* shared_ = nullptr;
};

}  // namespace mansard::analyzer
