// Text that many points share (a device, a category, a reason), held once.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mansard::analyzer {

/// An immutable text of two words' size; copies share it. A profile has millions of points and a handful of
/// devices and categories: a std::string in each would be most of what a point weighs.
class Label {
  public:
    Label() = default;
    Label(std::string text)
        : text_(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text))) {}
    Label(std::string_view text) : Label(std::string(text)) {}
    Label(const char* text) : Label(std::string(text)) {}

    bool empty() const { return text_ == nullptr; }
    std::string_view view() const { return text_ ? std::string_view(*text_) : std::string_view(); }
    std::string str() const { return std::string(view()); }
    operator std::string_view() const { return view(); }

    friend bool operator==(const Label& a, const Label& b) {
        return a.text_ == b.text_ || a.view() == b.view();
    }
    friend bool operator==(const Label& a, std::string_view b) { return a.view() == b; }
    friend bool operator==(const Label& a, const std::string& b) { return a.view() == b; }
    friend bool operator==(const Label& a, const char* b) { return a.view() == b; }

  private:
    std::shared_ptr<const std::string> text_{};
};

}  // namespace mansard::analyzer
