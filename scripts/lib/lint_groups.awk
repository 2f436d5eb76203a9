# Groups sources that clang-tidy can read as one: of the same flags, and no two with the same name in their anonymous
# namespaces, as far as the lines tell by which clang-format lays a declaration out. Prints one group a line, its
# sources separated by tabs.
#
#     awk -v most=SOURCES_IN_A_GROUP -f lint_groups.awk STALE_SOURCES compile_commands.json

function declared(line) {
    if (line ~ /^(TEST|template|using namespace|\/\/|#)/) return ""
    if (!sub(/^(struct|class|enum class|enum|using) +/, "", line)) {
        sub(/[({=;\[].*/, "", line)
        sub(/ +$/, "", line)
        sub(/.*[^A-Za-z0-9_]/, "", line)
    }
    match(line, /^[A-Za-z0-9_]*/)
    return substr(line, 1, RLENGTH)
}

function read_names(source, flags,    anonymous, line, name) {
    while ((getline line < source) > 0) {
        if (line == "namespace {") anonymous = 1
        else if (line == "}  // namespace") anonymous = 0
        else if (anonymous && line ~ /^[A-Za-z]/ && (name = declared(line)) != "" && !((source, name) in has)) {
            has[source, name] = 1
            names[source, ++count[source]] = name
            if (++uses[flags, name] > groups[flags]) groups[flags] = uses[flags, name]
        }
    }
    close(source)
}

function fits(source, flags, group,    i) {
    for (i = 1; i <= count[source]; i++)
        if ((flags, group, names[source, i]) in taken) return 0
    return 1
}

# The smallest group without any of the names takes the source; there are as many as the commonest name needs.
function place(source, flags,    group, best, i) {
    for (group = 1; group <= groups[flags]; group++)
        if (fits(source, flags, group) && (!best || size[flags, group] < size[flags, best])) best = group
    if (!best) best = ++groups[flags]
    for (i = 1; i <= count[source]; i++) taken[flags, best, names[source, i]] = 1
    sources[flags, best] = sources[flags, best] (size[flags, best]++ ? "\t" : "") source
}

NR == FNR { stale[$0] = 1; next }
/^ *"command":/ { flags = $0; sub(/ -o .*/, "", flags) }
/^ *"file":/ {
    split($0, parts, "\"")
    if (parts[4] in stale) {
        found[++last] = parts[4]
        flags_of[parts[4]] = flags
        read_names(parts[4], flags)
        if (++total[flags] > most * groups[flags]) groups[flags]++
    }
}
END {
    for (i = 1; i <= last; i++) place(found[i], flags_of[found[i]])
    for (group in sources) print sources[group]
}
