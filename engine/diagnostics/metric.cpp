// Shared parts of the metrics: moments of a row, checked inputs, and feeding a given map to a fold.

#include "diagnostics/metric.h"

#include "core/simd.h"

#include <cmath>

namespace softscope {
namespace {

// −w log w, 0 at 0; NaN for negative weights, as the logarithm gives it.
template <class T>
struct EntropyTerm {
    simd::Packet<T> operator()(const simd::Packet<T>& w) const
    {
        using namespace Eigen::internal;
        const auto zero = pzero(w);
        return pselect(pcmp_eq(w, zero), zero, pnegate(pmul(w, plog(w))));
    }
};

std::string quoted(std::string_view name)
{
    return "input " + std::string(name);
}

}  // namespace

template <class T>
RowMoments momentsOf(std::span<const T> weights)
{
    RowMoments m;
    m.sum = simd::sum(weights);
    m.sumSquares = simd::sum(weights, [](const simd::Packet<T>& w) { return Eigen::internal::pmul(w, w); });
    m.entropy = simd::sum(weights, EntropyTerm<T>{});
    m.largest = static_cast<double>(simd::max(weights));
    for (T w : weights) {
        m.zeros += w == T(0);
        m.positive += w > T(0);
    }
    if (std::isnan(m.sum))
        m.largest = m.sum;
    return m;
}

template RowMoments momentsOf(std::span<const float>);
template RowMoments momentsOf(std::span<const double>);

Result<Array> need(const Inputs& inputs, std::string_view name, std::size_t rank)
{
    const auto found = inputs.find(name);
    if (found == inputs.end())
        return Error{Error::Kind::notFound, "it is missing.", quoted(name)};
    if (found->second.rank() != rank)
        return Error{Error::Kind::badShape,
                     "expected " + std::to_string(rank) + " axes, it has " + std::to_string(found->second.rank()) + ".",
                     quoted(name)};
    return found->second;
}

std::optional<Array> given(const Inputs& inputs, std::string_view name)
{
    const auto found = inputs.find(name);
    return found == inputs.end() ? std::nullopt : std::optional<Array>(found->second);
}

MatrixView<double> matrixOf(const Array& array)
{
    return {array.data.data(), array.shape[0], array.shape[1], array.shape[1]};
}

Value plain(Array value)
{
    return {{"", std::move(value)}};
}

Result<Matrix<std::uint8_t>> visibleOf(const Inputs& inputs, const Params& params, std::size_t queries,
                                       std::size_t keys)
{
    Matrix<std::uint8_t> seen(queries, keys, 1);
    if (inputs.find("visible") != inputs.end()) {
        auto mask = need(inputs, "visible", 2);
        if (!mask)
            return mask.error();
        if (mask->shape[0] != queries || mask->shape[1] != keys)
            return Error{Error::Kind::badShape, "it must have the shape of the map.", quoted("visible")};
        for (std::size_t i = 0; i < mask->data.size(); ++i)
            seen.values()[i] = mask->data[i] != 0.0;
        return seen;
    }
    const auto found = params.find("causal");
    const bool* causal = found == params.end() ? nullptr : std::get_if<bool>(&found->second);
    if (found != params.end() && !causal)
        return Error{Error::Kind::badParameter, "expected true or false.", "parameter causal"};
    if (!causal || *causal)
        for (std::size_t i = 0; i < queries; ++i)
            for (std::size_t j = 0; j < keys; ++j)
                seen(i, j) = j + queries <= i + keys;
    return seen;
}

Evaluate evaluateByFold(MakeFold makeFold, Rows rows)
{
    return [makeFold = std::move(makeFold), rows](const Inputs& inputs, const Params& params) -> Result<Value> {
        auto map = need(inputs, "A", 2);
        if (!map)
            return map.error();
        const auto A = matrixOf(*map);
        auto seen = visibleOf(inputs, params, A.rows, A.cols);
        if (!seen)
            return seen.error();

        FoldContext context{A.rows, A.cols, std::vector<double>(A.cols, 0.0)};
        for (std::size_t i = 0; i < A.rows; ++i)
            for (std::size_t j = 0; j < A.cols; ++j)
                context.rowsThatSee[j] += (*seen)(i, j);
        auto fold = makeFold(params, context);
        if (!fold)
            return fold.error();

        std::vector<KeyRange> ranges;
        std::vector<double> weights;
        for (std::size_t i = 0; i < A.rows; ++i) {
            ranges.clear();
            weights.clear();
            for (std::size_t j = 0; j < A.cols; ++j) {
                if (rows == Rows::visible && !(*seen)(i, j))
                    continue;
                weights.push_back(A(i, j));
                if (!ranges.empty() && ranges.back().end == j)
                    ++ranges.back().end;
                else
                    ranges.push_back({j, j + 1});
            }
            (*fold)->add(RowSample<double>{i, A.rows, A.cols, ranges, {}, weights,
                                           momentsOf(std::span<const double>(weights))});
        }
        return (*fold)->result();
    };
}

const MetricEntry* findMetric(std::string_view id)
{
    for (const MetricEntry* entry : metrics())
        if (entry->info.id == id)
            return entry;
    return nullptr;
}

}  // namespace softscope
