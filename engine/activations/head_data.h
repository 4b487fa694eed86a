// The numbers of one head, ready to compute with.
#pragma once

#include "core/matrix.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace softscope {

// Facts that the scores and the mask need. One head of one layer.
struct HeadFacts {
    std::size_t layer = 0, head = 0;  // numbers, for the random variants and for titles
    bool causal = true;
    std::optional<double> scale;  // absent: 1/√d
    std::optional<double> softcap;
    std::optional<std::size_t> slidingWindow;
    std::uint64_t fingerprint = 0;  // of the data set and head
};

// Q [queries, d], K [keys, d], V [keys, dv]. V may be empty. With weights only, q and k are empty and
// `weights` [queries, keys] holds the captured map.
template <class T>
struct HeadDataOf {
    HeadFacts facts;
    Matrix<T> q, k, v;
    Matrix<T> weights;  // empty when not captured

    std::size_t queries() const { return q.empty() ? weights.rows() : q.rows(); }
    std::size_t keys() const { return k.empty() ? weights.cols() : k.rows(); }
};

using HeadData = HeadDataOf<float>;
using HeadDataPtr = std::shared_ptr<const HeadData>;

}  // namespace softscope
