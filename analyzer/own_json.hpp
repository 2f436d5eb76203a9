// mansard's own files of points, whatever their schema: how they are recognised, opened and told to be cut.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "analyzer/point.hpp"
#include "analyzer/tolerant_json.hpp"

namespace mansard::analyzer {

/// 100 where `head` begins a JSON object that names a schema of this family ("mansard.points/"), else 0.
int sniff_own_json(std::string_view head, std::string_view family);

/// Reads a file with this very `schema` and an array "points" that is not empty; whole points of a file that
/// breaks off are kept. `source` names the file in errors. Throws Error{bad_input} for anything else, and for
/// a key that stands twice in the file's own object.
TolerantJson read_own_json(const std::filesystem::path& path, const std::string& source,
                           std::string_view schema);

/// Why a point or a file is rejected whose `key` is there twice: nobody knows which of the two is meant.
std::string stands_twice(std::string_view key);

/// Says so in the profile's notes where its file breaks off.
void note_if_cut(const TolerantJson& json, Profile& profile);

/// A JSON value as it is quoted in a rejection's reason.
std::string spelled(const Json& value);

}  // namespace mansard::analyzer
