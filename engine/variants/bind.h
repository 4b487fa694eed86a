// Ties the fields of a variant, mask or metric to their parameter specifications, checked once when it is made.
#pragma once

#include "core/params.h"
#include "core/result.h"
#include "variants/param_spec.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace softscope {

// Checks kind and range and says in words what is wrong. `owner` names the variant for the message.
Result<double> checkedNumber(const ParamSpec& spec, const ParamValue& value, std::string_view owner);
Result<bool> checkedBool(const ParamSpec& spec, const ParamValue& value, std::string_view owner);
Result<std::string> checkedChoice(const ParamSpec& spec, const ParamValue& value, std::string_view owner);
Result<Array> checkedList(const ParamSpec& spec, const ParamValue& value, std::string_view owner);
Error unknownParameter(std::string_view name, std::span<const ParamSpec> known, std::string_view owner);

// One parameter of V: its specification and the field it sets. Fields are double, bool, std::string (a choice),
// Array (a list), or optional<double>, whose absent value means the rule in words of the specification; that
// word given as text ("row") makes it absent again.
template <class V>
class Param {
public:
    ParamSpec spec;

    template <class Slot>
    Param(Slot V::*field, ParamSpec s) : spec(s)
    {
        if constexpr (std::is_same_v<Slot, double> || std::is_same_v<Slot, bool>)
            spec.initial = static_cast<double>(V{}.*field);
        else if constexpr (std::is_same_v<Slot, Array>) {
            const V defaults{};
            if ((defaults.*field).data.size() == 1)
                spec.initial = (defaults.*field).data.front();
        }
        m_set = [field](V& v, const ParamSpec& spec_, const ParamValue& value, std::string_view owner) {
            return assign(v.*field, spec_, value, owner);
        };
    }

    Status set(V& v, const ParamValue& value, std::string_view owner) const { return m_set(v, spec, value, owner); }

private:
    template <class Slot>
    static Status assign(Slot& slot, const ParamSpec& spec, const ParamValue& value, std::string_view owner)
    {
        if constexpr (std::is_same_v<Slot, std::optional<double>>) {
            const auto* word = std::get_if<std::string>(&value);
            if (word && *word == spec.absent) {
                slot.reset();
                return ok();
            }
            return store(slot, checkedNumber(spec, value, owner));
        } else if constexpr (std::is_same_v<Slot, double>)
            return store(slot, checkedNumber(spec, value, owner));
        else if constexpr (std::is_same_v<Slot, bool>)
            return store(slot, checkedBool(spec, value, owner));
        else if constexpr (std::is_same_v<Slot, std::string>)
            return store(slot, checkedChoice(spec, value, owner));
        else
            return store(slot, checkedList(spec, value, owner));
    }
    template <class Slot, class T>
    static Status store(Slot& slot, Result<T> checked)
    {
        if (!checked)
            return checked.error();
        slot = *std::move(checked);
        return ok();
    }
    std::function<Status(V&, const ParamSpec&, const ParamValue&, std::string_view)> m_set;
};

template <class V>
std::vector<ParamSpec> specsOf()
{
    std::vector<ParamSpec> specs;
    for (const Param<V>& p : V::params())
        specs.push_back(p.spec);
    return specs;
}

// V with the given parameters; V may add a `std::string problem() const` for rules between parameters.
template <class V>
Result<V> bound(const Params& values, std::string_view owner)
{
    V v{};
    const auto params = V::params();
    for (const auto& [name, value] : values) {
        const Param<V>* found = nullptr;
        for (const Param<V>& p : params)
            if (p.spec.name == name)
                found = &p;
        if (!found)
            return unknownParameter(name, specsOf<V>(), owner);
        if (Status set = found->set(v, value, owner); !set)
            return set.error();
    }
    if constexpr (requires { v.problem(); })
        if (std::string problem = v.problem(); !problem.empty())
            return Error{Error::Kind::badParameter, std::move(problem), std::string(owner)};
    return v;
}

}  // namespace softscope
