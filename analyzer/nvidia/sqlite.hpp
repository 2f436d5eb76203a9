// A SQLite file to read from: mapped into memory, never written, never locked, and whatever it holds.
#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mansard::analyzer::nvidia {

class SqliteFile {
  public:
    /// Throws Error{bad_input} for what cannot be opened or is no SQLite file.
    explicit SqliteFile(const std::filesystem::path& path);
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    /// Whether it has a table of that name: a view, which may be a program, does not count.
    bool has_table(std::string_view name);
    bool has_column(std::string_view table, std::string_view column);
    /// Whether it has that table with all of `columns`. Of a table that lacks some, unread() tells.
    bool has(std::string_view table, std::initializer_list<std::string_view> columns);
    /// "NVTX_EVENTS (eventType)": tables that were asked for and lack a column.
    const std::vector<std::string>& unread() const { return unread_; }
    /// `column` if `table` has it, else "NULL": versions add and drop columns.
    std::string column_or_null(std::string_view table, std::string_view column);

  private:
    friend class SqliteQuery;
    std::string source_;
    std::vector<std::string> unread_{};
    void* mapped_ = nullptr;
    std::size_t size_ = 0;
    sqlite3* database_ = nullptr;
};

/// One statement and its rows.
class SqliteQuery {
  public:
    SqliteQuery(SqliteFile& file, const std::string& sql);
    ~SqliteQuery() { sqlite3_finalize(statement_); }
    SqliteQuery(const SqliteQuery&) = delete;
    SqliteQuery& operator=(const SqliteQuery&) = delete;

    void bind(int index, std::int64_t value) { sqlite3_bind_int64(statement_, index, value); }
    void bind(int index, std::string_view value) {
        sqlite3_bind_text(statement_, index, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
    }
    /// Starts again, with other values bound.
    void reset() { sqlite3_reset(statement_); }
    /// The next row; false at the end. Throws Error{bad_input} where the file is broken.
    bool next();

    bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
    std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
    double real(int column) const { return sqlite3_column_double(statement_, column); }
    /// Until the next row.
    std::string_view text(int column) const;

  private:
    const SqliteFile& file_;
    sqlite3_stmt* statement_ = nullptr;
};

}  // namespace mansard::analyzer::nvidia
