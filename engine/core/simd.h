// Element-wise loops over packets whose result never depends on an element's place or address: every element,
// the tail too, goes through the same packet function. So a tile, a block and a row agree bit for bit.
// Only for engine sources: the packet width differs between the CPU levels.
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <limits>
#include <span>

namespace softscope::simd {

template <class T>
using Packet = typename Eigen::internal::packet_traits<T>::type;
template <class T>
inline constexpr std::size_t width = static_cast<std::size_t>(Eigen::internal::packet_traits<T>::size);

template <class T>
Packet<T> set(T x)
{
    return Eigen::internal::pset1<Packet<T>>(x);
}

// exp that is exactly zero where the result would be denormal: no stalls, and Eigen's clamp (which gives
// about 1e-38 instead of 0 for float) cannot leave weights on far keys.
template <class T>
Packet<T> exp(const Packet<T>& x)
{
    using namespace Eigen::internal;
    constexpr T low = std::is_same_v<T, float> ? T(-87.3) : T(-708.3);
    return pselect(pcmp_lt(x, set<T>(low)), pzero(x), pexp(x));
}

// out[i] = f(in[i]); in and out may be the same.
template <class T, class F>
void map(std::span<const T> in, std::span<T> out, F f)
{
    using namespace Eigen::internal;
    constexpr std::size_t step = width<T>;
    std::size_t i = 0;
    for (; i + step <= in.size(); i += step)
        pstoreu(out.data() + i, f(ploadu<Packet<T>>(in.data() + i)));
    if (i < in.size()) {
        T tail[step] = {};
        for (std::size_t j = 0; i + j < in.size(); ++j)
            tail[j] = in[i + j];
        pstoreu(tail, f(ploadu<Packet<T>>(tail)));
        for (std::size_t j = 0; i + j < in.size(); ++j)
            out[i + j] = tail[j];
    }
}

// The sum of f(in[i]) with f(padding) left out: short float runs are summed in packets, runs in double.
template <class T, class F>
double sum(std::span<const T> in, F f)
{
    using namespace Eigen::internal;
    constexpr std::size_t step = width<T>;
    constexpr std::size_t run = 16 * step;  // floats added before they go to the double total
    double total = 0.0;
    std::size_t i = 0;
    while (i + step <= in.size()) {
        const std::size_t end = std::min(in.size() - (in.size() - i) % step, i + run);
        Packet<T> part = pzero(Packet<T>());
        for (; i < end; i += step)
            part = padd(part, f(ploadu<Packet<T>>(in.data() + i)));
        T lanes[step];
        pstoreu(lanes, part);
        for (T lane : lanes)
            total += static_cast<double>(lane);
    }
    if (i < in.size()) {
        T tail[step] = {};
        for (std::size_t j = 0; i + j < in.size(); ++j)
            tail[j] = in[i + j];
        pstoreu(tail, f(ploadu<Packet<T>>(tail)));
        for (std::size_t j = 0; i + j < in.size(); ++j)
            total += static_cast<double>(tail[j]);
    }
    return total;
}

template <class T>
double sum(std::span<const T> in)
{
    return sum(in, [](const Packet<T>& x) { return x; });
}

// Largest entry; −∞ for an empty span. NaN entries may or may not win: callers pass finite numbers.
template <class T>
T max(std::span<const T> in)
{
    if (in.empty())
        return -std::numeric_limits<T>::infinity();
    return Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>(in.data(), static_cast<Eigen::Index>(in.size()))
        .maxCoeff();
}

template <class T>
T min(std::span<const T> in)
{
    if (in.empty())
        return std::numeric_limits<T>::infinity();
    return Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>(in.data(), static_cast<Eigen::Index>(in.size()))
        .minCoeff();
}

}  // namespace softscope::simd
