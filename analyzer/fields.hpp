// The vocabulary of mansard's own point files, and points made from its fields: the same for CSV and JSON.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/numbers.hpp"
#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// What one column of a CSV file, or one member of a JSON point, holds.
struct Field {
    enum class Kind : std::uint8_t {
        name,
        device,
        category,
        step,  // text
        seconds,
        calls,
        threads,
        bytes_in_flight,  // numbers
        flops,
        bytes,
        bytes_read,
        bytes_written,
        unknown,
    };
    Kind kind = Kind::unknown;
    Dtype dtype = Dtype::unknown;    ///< of flops
    Engine engine = Engine::vector;  ///< of flops: "flops_tensor.f16" are a matrix unit's
    Level level = Level::L1;         ///< of bytes

    bool is_text() const { return kind <= Kind::step; }
    bool operator==(const Field&) const = default;
};

/// "flops_f64", "flops_tensor.f16", "bytes_DRAM_read", "seconds", …; kind unknown for anything else.
Field parse_field(std::string_view name);

/// "name, seconds, calls, …": for errors and notes.
std::string_view field_vocabulary();

/// Builds one point after the other, without allocating for what they share.
class PointBuilder {
  public:
    /// The lists of points are made in `arena`, which must outlive them.
    explicit PointBuilder(Arena& arena) : arena_(arena) {}
    /// Forgets the last point.
    void start();
    void set_text(const Field& field, std::string_view text);
    /// `spelled` is the field's name and `text` what stands there, for the reason.
    void set_number(const Field& field, const ReadNumber& number, std::string_view spelled,
                    std::string_view text);
    void set_basis(Basis basis) { basis_ = basis; }
    void reject(std::string reason);

    const std::string& name() const { return point_.name; }
    /// Why the fields make no point; empty if they do. To be asked before finish().
    const std::string& reason();
    Point finish();

  private:
    struct LevelBytes {
        ByteCount bytes{};
        bool total_given = false;
    };
    LevelBytes& bytes_at(Level level);
    static void take_total(LevelBytes& of, double value);
    Label shared(std::string_view text);

    Arena& arena_;
    Point point_{};  ///< but for its lists
    std::vector<FlopCount> flops_{};
    std::vector<LevelBytes> bytes_{};
    Basis basis_ = Basis::architectural;
    std::string reason_{};
    bool checked_ = false;
    std::map<std::string, Label, std::less<>> labels_{};
};

}  // namespace mansard::analyzer
