// The small files of tests/data/analyzer, imported in the format that they show.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer::testing {

inline Profile import_fixture(const std::string& name) {
    return import_text(name, fixture(name));
}

/// The bytes at a level; null if the point has none.
inline const ByteCount* bytes_at(const Point& point, Level level) {
    for (const ByteCount& bytes : point.bytes)
        if (bytes.level == level) return &bytes;
    return nullptr;
}

inline double flops_of(const Point& point, Dtype dtype) {
    for (const FlopCount& flops : point.flops)
        if (flops.dtype == dtype) return flops.count;
    return -1;
}

/// Whether one of the point's notes holds `words`.
inline bool says(const Point& point, std::string_view words) {
    return std::any_of(point.notes.begin(), point.notes.end(),
                       [&](const std::string& note) { return note.find(words) != std::string::npos; });
}

inline const Point* point_named(const Profile& profile, std::string_view part) {
    for (const Point& point : profile.points)
        if (point.name.find(part) != std::string::npos) return &point;
    return nullptr;
}

/// What importing `content` throws; empty if it does not.
inline std::string import_error(const std::string& name, std::string_view content) {
    const Scratch scratch;
    const auto path = scratch.write(name, content);
    try {
        find_importer(path, "").import(path, {});
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        return error.what();
    }
    return {};
}

}  // namespace mansard::analyzer::testing
