// A diagnostic ("metric"): a stateless function of named arrays, and, where it streams, a fold over rows.
// The scripting interface calls the function, the window and `analyze` feed the fold; a test holds them equal.
#pragma once

#include "core/array.h"
#include "core/matrix.h"
#include "core/params.h"
#include "core/result.h"
#include "variants/bind.h"
#include "variants/row_map.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace softscope {

using Inputs = std::map<std::string, Array, std::less<>>;

// The answer: one array, or several named ones ("perplexity", "participation"). A plain answer has one part
// with an empty name.
struct Part {
    std::string name;
    Array value;
    bool operator==(const Part&) const = default;
};
using Value = std::vector<Part>;

// What one answer part is along: how it is reduced, plotted and listed.
enum class Along { head, query, key, other };

struct PartInfo {
    std::string_view name = {};   // as in the answer; empty for a plain one
    std::string_view title = {};  // "Effective keys"
    std::string_view unit = {};   // "nats", "keys", "" for a share
    Along along = Along::head;
    double low = 0.0, high = 0.0;  // natural range for bars and colours; equal: from the data
};

// Sums every row once, in the same pass that its weights are still in cache; most row metrics need no more.
struct RowMoments {
    double sum = 0.0;         // Σ w
    double sumSquares = 0.0;  // Σ w²
    double entropy = 0.0;     // −Σ w log w over w > 0 (nats); NaN where a weight is NaN or negative
    double largest = 0.0;     // max w; −∞ for an empty row
    std::size_t zeros = 0;    // visible weights that are exactly 0
    std::size_t positive = 0; // weights above 0
};

// One row as a fold sees it. Weights and scores are those of the keys listed in `keys` (the visible ones; every
// key when a map is given as it is). Rows with NaN have NaN weights. A row without keys is empty.
template <class T>
struct RowSample {
    std::size_t query = 0, queries = 0, totalKeys = 0;
    std::span<const KeyRange> keys;
    std::span<const T> scores;  // empty when only weights are known
    std::span<const T> weights;
    RowMoments moments;
};

template <class T>
RowMoments momentsOf(std::span<const T> weights);

// Facts about the head, for folds that need the shape before the first row.
struct FoldContext {
    std::size_t queries = 0, keys = 0;
    // Rows that can see a key, for each key: T − k for a square causal map (specification, sink.score).
    std::vector<double> rowsThatSee;
};

class Fold {
public:
    virtual ~Fold() = default;
    virtual void add(const RowSample<float>& row) = 0;
    virtual void add(const RowSample<double>& row) = 0;
    // `next` holds the rows after this one's. Called in row order whatever the threads did, so that sums have
    // one order.
    virtual void append(const Fold& next) = 0;
    virtual Value result() const = 0;
};

// Implements Fold for a Derived with `template <class T> void take(const RowSample<T>&)` and
// `void join(const Derived&)`.
template <class Derived>
class FoldOf : public Fold {
public:
    void add(const RowSample<float>& row) final { self().take(row); }
    void add(const RowSample<double>& row) final { self().take(row); }
    void append(const Fold& next) final { self().join(static_cast<const Derived&>(next)); }

private:
    Derived& self() { return static_cast<Derived&>(*this); }
};

// Which entries of a row a fold over a *given* map looks at: `all` as the map stands, or the visible ones.
enum class Rows { all, visible };

struct MetricInfo {
    std::string_view id = {};          // "ent.entropy"
    std::string_view title = {};       // "Entropy"
    std::string_view group = {};       // "Entropy and support"
    std::string_view meaning = {};     // one sentence, with unit
    std::string_view formula = {};     // plain text
    std::string_view source = {};      // paper, arXiv number
    std::string_view streaming = {};   // how it streams, or why it does not
    std::vector<PartInfo> parts = {};
};

using Evaluate = std::function<Result<Value>(const Inputs&, const Params&)>;
using MakeFold = std::function<Result<std::unique_ptr<Fold>>(const Params&, const FoldContext&)>;

struct MetricEntry {
    MetricInfo info;
    std::vector<ParamSpec> params;
    std::vector<std::string_view> inputs;  // "A", "visible?" …: a question mark says it may be absent
    Evaluate evaluate;
    MakeFold fold;  // empty when the metric does not stream over rows
};

// Helpers for `evaluate`. They say which input is missing or has the wrong shape.
Result<Array> need(const Inputs& inputs, std::string_view name, std::size_t rank);
std::optional<Array> given(const Inputs& inputs, std::string_view name);
MatrixView<double> matrixOf(const Array& array);  // rank 2

// Evaluate for a metric whose inputs are A and, optionally, visible: feeds the rows of A to its fold. `causal`
// is read from the parameters (absent: true) and used where no visible mask is given.
Evaluate evaluateByFold(MakeFold fold, Rows rows);

// The visible mask of a map as 0/1: the given one, else the causal one, else everything.
Result<Matrix<std::uint8_t>> visibleOf(const Inputs& inputs, const Params& params, std::size_t queries,
                                       std::size_t keys);

Value plain(Array value);

std::span<const MetricEntry* const> metrics();
const MetricEntry* findMetric(std::string_view id);

}  // namespace softscope
