// Files broken in some hundred ways that are the same each time.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <string_view>

namespace mansard::testing {

/// Breaks a file as disks, editors and programs that die do: bytes changed, cut out, doubled, numbers
/// replaced.
class Mutator {
  public:
    explicit Mutator(std::string content) : content_(std::move(content)) {}

    std::string next() {
        std::string mutant = content_;
        const std::size_t changes = 1 + below(4);
        for (std::size_t i = 0; i < changes && !mutant.empty(); ++i) change(mutant);
        return mutant;
    }

  private:
    std::size_t below(std::size_t bound) { return random_() % bound; }

    void change(std::string& text) {
        static constexpr std::string_view values[] = {
            "-1",    "nan", "1e999",  "\"", "18446744073709551616", "", "null", "\xff",
            "[[[[[", "0x1", "1e-320", ","};
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(text.size() - at, 1 + below(40));
        switch (below(6)) {
            case 0:
                text[at] = static_cast<char>(below(256));
                break;
            case 1:
                text.resize(at);
                break;
            case 2:
                text.erase(at, length);
                break;
            case 3:
                text.insert(at, text.substr(at, length));
                break;
            case 4:
                text.insert(below(text.size()), text.substr(at, length));
                break;
            default:
                replace_number(text, at, values[below(std::size(values))]);
        }
    }

    static void replace_number(std::string& text, std::size_t from, std::string_view value) {
        const std::size_t at = text.find_first_of("0123456789", from);
        if (at == std::string::npos) return;
        const std::size_t end = std::min(text.size(), text.find_first_not_of("0123456789.e+-", at));
        text.replace(at, end - at, value);
    }

    std::string content_;
    // One seed for all: a failure here is a failure everywhere.
    std::minstd_rand random_{12345};
};

}  // namespace mansard::testing
