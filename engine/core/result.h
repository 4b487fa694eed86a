// A value or an explained failure. std::expected arrives with C++23; this is the part we need.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace softscope {

struct Error {
    enum class Kind { notFound, badFormat, badShape, badParameter, badValue, outOfMemory, cancelled, internal };
    Kind kind = Kind::internal;
    std::string what;   // one sentence: what is wrong, then what to do
    std::string where;  // the file, dataset or parameter it concerns; may be empty

    std::string text() const { return where.empty() ? what : where + ": " + what; }
};

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const noexcept { return m_state.index() == 0; }
    const T& value() const& { return std::get<0>(m_state); }
    T& value() & { return std::get<0>(m_state); }
    T&& value() && { return std::get<0>(std::move(m_state)); }
    const T* operator->() const { return &std::get<0>(m_state); }
    T* operator->() { return &std::get<0>(m_state); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::get<0>(std::move(m_state)); }
    const Error& error() const& { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

using Status = Result<std::monostate>;
inline Status ok()
{
    return std::monostate{};
}

}  // namespace softscope
