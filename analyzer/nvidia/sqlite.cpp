#include "analyzer/nvidia/sqlite.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "core/file.hpp"
#include "core/spool.hpp"

namespace mansard::analyzer::nvidia {
namespace {

Error unreadable(const std::string& source, const std::string& why) {
    return Error(Exit::bad_input, "cannot read the SQLite file: " + why,
                 {.where = source,
                  .expected = "what nsys export --type sqlite wrote",
                  .remedy = "export it again; a copy that was cut short looks like this"});
}

/// Where the header says that the database keeps a log beside itself, which a file in memory cannot have.
constexpr std::size_t journal_bytes[] = {18, 19};
constexpr std::size_t header_bytes = 100;

}  // namespace

SqliteFile::SqliteFile(const std::filesystem::path& path) : source_(input_name(path)) {
    const bool standard_input = path == "-";
    if (standard_input) spool_standard_input();
    // Mapped: SQLite's own way of opening looks for journals beside the file, locks it, and follows names.
    const int descriptor = ::open(standard_input ? "/dev/stdin" : path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw unreadable(source_, std::strerror(errno));
    struct stat status {};
    const bool regular = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    size_ = regular ? static_cast<std::size_t>(status.st_size) : 0;
    if (size_ >= header_bytes)
        mapped_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0);
    ::close(descriptor);
    if (mapped_ == nullptr || mapped_ == MAP_FAILED) {
        mapped_ = nullptr;
        throw unreadable(source_, size_ < header_bytes ? "it is too short" : std::strerror(errno));
    }
    auto* const bytes = static_cast<unsigned char*>(mapped_);
    for (const std::size_t at : journal_bytes)
        if (bytes[at] == 2) bytes[at] = 1;
    int status_code = sqlite3_open_v2(":memory:", &database_, SQLITE_OPEN_READWRITE, nullptr);
    if (status_code == SQLITE_OK) {
        // A file from somebody else may hold views and triggers that run programs.
        sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        const auto size = static_cast<sqlite3_int64>(size_);
        status_code = sqlite3_deserialize(database_, "main", bytes, size, size, SQLITE_DESERIALIZE_READONLY);
    }
    if (status_code != SQLITE_OK) {
        const std::string why = sqlite3_errstr(status_code);
        sqlite3_close(database_);
        ::munmap(mapped_, size_);
        throw unreadable(source_, why);
    }
}

SqliteFile::~SqliteFile() {
    sqlite3_close(database_);
    if (mapped_ != nullptr) ::munmap(mapped_, size_);
}

bool SqliteFile::has_table(std::string_view name) {
    SqliteQuery query(*this, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
    query.bind(1, name);
    return query.next();
}

bool SqliteFile::has_column(std::string_view table, std::string_view column) {
    SqliteQuery query(*this, "SELECT 1 FROM pragma_table_info(?) WHERE name = ?");
    query.bind(1, table);
    query.bind(2, column);
    return query.next();
}

bool SqliteFile::has(std::string_view table, std::initializer_list<std::string_view> columns) {
    if (!has_table(table)) return false;
    for (const std::string_view column : columns)
        if (!has_column(table, column)) {
            unread_.push_back(fmt::format("{} ({})", table, column));
            return false;
        }
    return true;
}

std::string SqliteFile::column_or_null(std::string_view table, std::string_view column) {
    return has_column(table, column) ? fmt::format("\"{}\"", column) : "NULL";
}

SqliteQuery::SqliteQuery(SqliteFile& file, const std::string& sql) : file_(file) {
    const int code = sqlite3_prepare_v2(file.database_, sql.c_str(), -1, &statement_, nullptr);
    if (code != SQLITE_OK) throw unreadable(file.source_, printable(sqlite3_errmsg(file.database_)));
}

bool SqliteQuery::next() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    throw unreadable(file_.source_, printable(sqlite3_errmsg(file_.database_)));
}

std::string_view SqliteQuery::text(int column) const {
    const unsigned char* const text = sqlite3_column_text(statement_, column);
    if (text == nullptr) return {};
    return {reinterpret_cast<const char*>(text),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace mansard::analyzer::nvidia
