// Runs a variant on a head: scores, mask, normaliser, output, metrics and the pooled picture, in one pass over
// blocks of query rows. Nothing here allocates queries × keys numbers, but `fullMap`.
#pragma once

#include "activations/head_data.h"
#include "compute/experiment.h"
#include "core/result.h"
#include "diagnostics/metric.h"

#include <atomic>
#include <memory>
#include <stop_token>

namespace softscope {

struct MetricChoice {
    std::string id;
    Params params;
    bool operator==(const MetricChoice&) const = default;
};

struct Progress {
    std::atomic<std::size_t> done{0}, total{0};
};

// What to compute for a head. The picture covers the viewport, pooled to at most imageRows × imageCols cells.
struct HeadRequest {
    VariantSetting variant;
    std::vector<MetricChoice> metrics;
    std::size_t imageRows = 1024, imageCols = 1024;  // 0: no picture
    Pooling pooling = Pooling::max;
    bool output = false;  // O = A·V
    std::uint64_t seed = 0;
};

// A pooled map. Cell (i, j) covers query rows [i·rows/R, (i+1)·rows/R) and keys likewise, of the covered ranges.
struct MapPicture {
    KeyRange queries, keys;            // what it covers
    Matrix<float> weights;             // pooled over visible entries; 0 where none is visible
    Matrix<std::uint8_t> visible;      // 1 where the cell has a visible entry
    bool empty() const { return weights.empty(); }
};

// What was odd in the data: shown, never hidden (design, look.md section 3).
struct Health {
    std::size_t visibleEntries = 0;
    std::size_t zeros = 0;         // weights exactly 0 on visible keys
    std::size_t negatives = 0;
    std::size_t nans = 0;          // visible weights that are NaN (rows with NaN or +∞ scores)
    std::size_t badRows = 0;       // rows with NaN or +∞ scores: their weights are NaN
    std::size_t emptyRows = 0;     // rows without a visible key: all weights 0
    std::size_t minusInfScores = 0;  // visible scores of −∞, treated as masked
    double smallestRowSum = 0.0, largestRowSum = 0.0;
};

struct MetricResult {
    MetricChoice choice;
    Value value;
};

struct HeadResult {
    std::size_t queries = 0, keys = 0;
    MapPicture picture;
    std::vector<MetricResult> metrics;
    std::vector<double> rowSums;      // [queries]; NaN for bad rows
    std::vector<double> columnMean;   // [keys] mean weight over the rows that see the key
    std::vector<RowState> states;     // [queries], for tiles
    Matrix<float> output;             // [queries, dv] when asked
    Health health;
    double milliseconds = 0.0;
    std::string note;                 // a stage that the user overrode, a guess; may be empty

    const Value* metric(std::string_view id) const
    {
        for (const MetricResult& m : metrics)
            if (m.choice.id == id)
                return &m.value;
        return nullptr;
    }
};
using HeadResultPtr = std::shared_ptr<const HeadResult>;

// Cancelled runs return Error::cancelled. Uses all threads of the current TBB arena; the same bits whatever
// their number.
Result<HeadResultPtr> evaluateHead(const HeadData& head, const HeadRequest& request, std::stop_token stop = {},
                                   Progress* progress = nullptr);

// A rectangle of the map from the states of an earlier run; rows and keys outside are not touched.
Result<MapPicture> evaluateTile(const HeadData& head, const HeadRequest& request, const HeadResult& fitted,
                                KeyRange queries, KeyRange keys, std::stop_token stop = {});

// One row in double precision, as the cross-hair shows it.
struct RowDetail {
    std::size_t query = 0;
    std::vector<KeyRange> visible;
    std::vector<double> scores;   // [keys]; NaN for masked keys
    std::vector<double> weights;  // [keys]; 0 for masked keys
    RowMoments moments;
    bool bad = false;             // a visible score is NaN or +∞
};
Result<RowDetail> evaluateRow(const HeadData& head, const VariantSetting& variant, std::uint64_t seed,
                              std::size_t query);

// The whole map and the output in either precision; only for callers who ask for the matrix (eval, tests,
// copying as CSV). NaN or +∞ among visible scores is an error here.
template <class T>
struct FullMap {
    Matrix<T> weights;
    Matrix<T> output;
    Matrix<std::uint8_t> visible;
};
template <class T>
Result<FullMap<T>> fullMap(const HeadDataOf<T>& head, const VariantSetting& variant, std::uint64_t seed);

// Captured weights against recomputed softmax of the same head: max |Δ|.
Result<double> captureDifference(const HeadData& head);

}  // namespace softscope
