// Look-ups in the tables that CMake writes, and the words for parameters that do not fit.

#include "variants/mask.h"
#include "variants/row_map.h"

#include <cmath>
#include <sstream>

namespace softscope {
namespace {

template <class Entry>
const Entry* find(std::span<const Entry* const> table, std::string_view id)
{
    for (const Entry* entry : table)
        if (entry->info.id == id)
            return entry;
    return nullptr;
}

std::string place(const ParamSpec& spec, std::string_view owner)
{
    return std::string(owner) + ", parameter " + std::string(spec.name);
}

std::string number(double x)
{
    std::ostringstream text;
    text << x;
    return text.str();
}

Error wrongType(const ParamSpec& spec, std::string_view owner, std::string_view expected)
{
    return {Error::Kind::badParameter, "expected " + std::string(expected) + ".", place(spec, owner)};
}

}  // namespace

const RowMapEntry* findRowMap(std::string_view id)
{
    return find(rowMaps(), id);
}

const MaskEntry* findMask(std::string_view id)
{
    return find(masks(), id);
}

Result<double> checkedNumber(const ParamSpec& spec, const ParamValue& value, std::string_view owner)
{
    const auto* x = std::get_if<double>(&value);
    if (!x)
        return wrongType(spec, owner, spec.kind == ParamKind::integer ? "a whole number" : "a number");
    // Written so that NaN fails too.
    if (!(*x >= spec.min && *x <= spec.max))
        return Error{Error::Kind::badParameter,
                     number(*x) + " is outside the range " + number(spec.min) + " … " + number(spec.max) + ".",
                     place(spec, owner)};
    if (spec.kind == ParamKind::integer && std::isfinite(*x) && *x != std::floor(*x))
        return wrongType(spec, owner, "a whole number, not " + number(*x));
    return *x;
}

Result<bool> checkedBool(const ParamSpec& spec, const ParamValue& value, std::string_view owner)
{
    if (const auto* x = std::get_if<bool>(&value))
        return *x;
    return wrongType(spec, owner, "true or false");
}

Result<std::string> checkedChoice(const ParamSpec& spec, const ParamValue& value, std::string_view owner)
{
    if (const auto* word = std::get_if<std::string>(&value)) {
        const std::string padded = "|" + std::string(spec.choices) + "|";
        if (!word->empty() && padded.find("|" + *word + "|") != std::string::npos)
            return *word;
    }
    return wrongType(spec, owner, "one of " + std::string(spec.choices));
}

Result<Array> checkedList(const ParamSpec& spec, const ParamValue& value, std::string_view owner)
{
    Array list;
    if (const auto* x = std::get_if<double>(&value))
        list = Array::vector({*x});
    else if (const auto* array = std::get_if<Array>(&value))
        list = *array;
    else
        return wrongType(spec, owner, "a number or a list of numbers");
    for (double x : list.data)
        if (!(x >= spec.min && x <= spec.max))
            return Error{Error::Kind::badParameter,
                         number(x) + " is outside the range " + number(spec.min) + " … " + number(spec.max) + ".",
                         place(spec, owner)};
    return list;
}

Error unknownParameter(std::string_view name, std::span<const ParamSpec> known, std::string_view owner)
{
    std::string what = "there is no parameter " + std::string(name);
    if (known.empty())
        what += "; it has none.";
    else {
        what += "; it has ";
        for (std::size_t i = 0; i < known.size(); ++i)
            what += (i ? ", " : "") + std::string(known[i].name);
        what += ".";
    }
    return {Error::Kind::badParameter, what, std::string(owner)};
}

std::vector<KeyRange> intersection(std::span<const KeyRange> a, std::span<const KeyRange> b)
{
    std::vector<KeyRange> out;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const KeyRange both{std::max(a[i].begin, b[j].begin), std::min(a[i].end, b[j].end)};
        if (both.begin < both.end)
            out.push_back(both);
        (a[i].end < b[j].end) ? ++i : ++j;
    }
    return out;
}

}  // namespace softscope
