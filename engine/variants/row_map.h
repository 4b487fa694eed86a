// What a row normaliser must provide, and how the registry sees it. Fit a row, then weigh any part of it.
#pragma once

#include "variants/bind.h"
#include "variants/score_kind.h"

#include <array>
#include <tuple>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace softscope {

// Keys begin … end − 1.
struct KeyRange {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
    bool operator==(const KeyRange&) const = default;
};

// Buffers that live as long as a worker, so that fitting a row allocates nothing after the first rows.
class Workspace {
public:
    template <class T>
    std::span<T> get(std::size_t n, std::size_t slot = 0)
    {
        auto& buffer = std::get<std::array<std::vector<T>, 3>>(m_buffers)[slot];
        if (buffer.size() < n)
            buffer.resize(n);
        return {buffer.data(), n};
    }

private:
    std::tuple<std::array<std::vector<float>, 3>, std::array<std::vector<double>, 3>> m_buffers;
};

// Facts about the row besides its scores. In weigh(), z may be a part of the row; `keys` says which part.
struct RowContext {
    std::size_t query = 0;                // row number of the map
    std::ptrdiff_t queryPosition = 0;     // its position among the keys: query + keys − queries
    std::size_t visibleKeys = 0;          // k: visible keys of the whole row
    std::size_t totalKeys = 0;            // m: all keys of the head, masked ones too
    std::size_t headDim = 0;              // d; 0 when only a row of scores is known
    std::size_t layer = 0, head = 0;      // with seed, query and key: the counter of the random variants
    std::uint64_t seed = 0;
    std::span<const KeyRange> keys;       // key numbers of the entries of z, ascending
    std::span<const double> normProduct;  // scale·|q||k| per entry of z; empty when unknown
    Workspace* workspace = nullptr;       // never null when the engine calls
};

// Calls f(index into z, key number) for every entry.
template <class F>
void forEachKey(std::span<const KeyRange> keys, F f)
{
    std::size_t index = 0;
    for (const KeyRange& range : keys)
        for (std::size_t key = range.begin; key < range.end; ++key)
            f(index++, key);
}

// The fitted row: a few numbers, opaque to everyone but the variant that wrote them.
struct RowState {
    alignas(8) std::array<std::byte, 56> bytes{};
};

// Promises that the property tests check for every variant that makes them (flags of the specification).
struct Traits {
    bool sumsToOne = false;        // S1
    bool shiftInvariant = false;   // SH
    bool exactZeros = false;       // Z: may give exact zeros to visible keys
    bool nonNegative = true;       // not NEG
    bool orderPreserving = false;  // MONO
    bool piecewiseConstant = false;// PC
    bool random = false;
};

enum class OutputRule { weightedSum, screening, polar };

struct VariantInfo {
    std::string_view id = {};        // "softmax-sink"
    std::string_view title = {};     // "Softmax with sink"
    std::string_view family = {};    // group in the menu: "Softmax", "Sparse", …
    std::string_view sentence = {};  // what it does and why, one sentence
    std::string_view formula = {};   // plain text with single-level scripts as <sub>, <sup>, <i>: shown as rich text
    std::string_view latex = {};     // what copying the formula gives
    std::string_view source = {};    // "Affine-Scaled Attention, arXiv 2602.23057, eq. 2"
    char confidence = 'A';      // of the formula: A official code agrees … D reconstructed from an abstract
    ScoreKind score = ScoreKind::scaledDot;
    Traits traits = {};
    OutputRule output = OutputRule::weightedSum;
};

// A normaliser with its parameters. Thread-safe: const after it is made. Scores are finite and at least one;
// the engine removes masked and −inf keys, answers empty rows with zeros and refuses NaN and +inf before.
class RowMap {
public:
    virtual ~RowMap() = default;
    virtual void fit(std::span<const float> z, const RowContext& c, RowState& s) const = 0;
    virtual void fit(std::span<const double> z, const RowContext& c, RowState& s) const = 0;
    virtual void weigh(std::span<const float> z, const RowContext& c, const RowState& s, std::span<float> w) const = 0;
    virtual void weigh(std::span<const double> z, const RowContext& c, const RowState& s, std::span<double> w) const = 0;
    // Both halves for a whole row; the same bits as one after the other.
    virtual void fitWeigh(std::span<const float> z, const RowContext& c, RowState& s, std::span<float> w) const = 0;
    virtual void fitWeigh(std::span<const double> z, const RowContext& c, RowState& s, std::span<double> w) const = 0;
    // (dw/dz)·v at z; false when the variant has no derivative.
    virtual bool jvp(std::span<const double> z, std::span<const double> v, const RowContext& c,
                     std::span<double> jv) const = 0;
};

// A variant V has: static info(), static params(), a trivially copyable State of at most 56 bytes,
// template fit(z, c) -> State and weigh(z, c, s, w) for float and double; optionally
// template fitWeigh(z, c, w) -> State and jvp(z, v, c, jv).
template <class V>
concept RowMapVariant = std::default_initializable<V> && std::is_trivially_copyable_v<typename V::State> &&
    sizeof(typename V::State) <= sizeof(RowState) &&
    requires(const V& v, std::span<const double> z, std::span<double> w, const RowContext& c, const typename V::State& s)
{
    { V::info() } -> std::same_as<VariantInfo>;
    { V::params() } -> std::same_as<std::vector<Param<V>>>;
    { v.fit(z, c) } -> std::same_as<typename V::State>;
    v.weigh(z, c, s, w);
};

template <RowMapVariant V>
class RowMapOf final : public RowMap {
public:
    explicit RowMapOf(V v) : m_v(std::move(v)) {}
    void fit(std::span<const float> z, const RowContext& c, RowState& s) const override { store(m_v.fit(z, c), s); }
    void fit(std::span<const double> z, const RowContext& c, RowState& s) const override { store(m_v.fit(z, c), s); }
    void weigh(std::span<const float> z, const RowContext& c, const RowState& s, std::span<float> w) const override
    {
        m_v.weigh(z, c, load(s), w);
    }
    void weigh(std::span<const double> z, const RowContext& c, const RowState& s, std::span<double> w) const override
    {
        m_v.weigh(z, c, load(s), w);
    }
    void fitWeigh(std::span<const float> z, const RowContext& c, RowState& s, std::span<float> w) const override
    {
        both(z, c, s, w);
    }
    void fitWeigh(std::span<const double> z, const RowContext& c, RowState& s, std::span<double> w) const override
    {
        both(z, c, s, w);
    }
    bool jvp(std::span<const double> z, std::span<const double> v, const RowContext& c,
             std::span<double> jv) const override
    {
        if constexpr (requires { m_v.jvp(z, v, c, jv); }) {
            m_v.jvp(z, v, c, jv);
            return true;
        }
        return false;
    }

private:
    using State = typename V::State;
    static void store(const State& from, RowState& to) { std::memcpy(to.bytes.data(), &from, sizeof(State)); }
    static State load(const RowState& from)
    {
        State state;
        std::memcpy(&state, from.bytes.data(), sizeof(State));
        return state;
    }
    template <class T>
    void both(std::span<const T> z, const RowContext& c, RowState& s, std::span<T> w) const
    {
        if constexpr (requires { m_v.fitWeigh(z, c, w); })
            store(m_v.fitWeigh(z, c, w), s);
        else {
            const State state = m_v.fit(z, c);
            store(state, s);
            m_v.weigh(z, c, state, w);
        }
    }
    V m_v;
};

struct RowMapEntry {
    VariantInfo info;
    std::vector<ParamSpec> params;
    bool differentiable = false;
    Result<std::shared_ptr<const RowMap>> (*make)(const Params& values) = nullptr;
};

template <RowMapVariant V>
RowMapEntry rowMapEntry()
{
    constexpr bool differentiable = requires(const V& v, std::span<const double> z, const RowContext& c,
                                             std::span<double> jv) { v.jvp(z, z, c, jv); };
    return {V::info(), specsOf<V>(), differentiable,
            [](const Params& values) -> Result<std::shared_ptr<const RowMap>> {
                auto v = bound<V>(values, V::info().id);
                if (!v)
                    return v.error();
                return std::shared_ptr<const RowMap>(std::make_shared<RowMapOf<V>>(*std::move(v)));
            }};
}

// All normalisers, in the order of their file names; the table is written by CMake.
std::span<const RowMapEntry* const> rowMaps();
const RowMapEntry* findRowMap(std::string_view id);  // null when there is none

}  // namespace softscope
