// Shannon entropy of each row, in nats.

#include "diagnostics/metric.h"

#include <limits>

namespace softscope::metric {
namespace {

class Entropy final : public FoldOf<Entropy> {
public:
    template <class T>
    void take(const RowSample<T>& row)
    {
        // A row without keys has no distribution.
        m_values.push_back(row.weights.empty() ? std::numeric_limits<double>::quiet_NaN() : row.moments.entropy);
    }
    void join(const Entropy& next) { m_values.insert(m_values.end(), next.m_values.begin(), next.m_values.end()); }
    Value result() const override { return plain(Array::vector(m_values)); }

private:
    std::vector<double> m_values;
};

Result<std::unique_ptr<Fold>> makeFold(const Params&, const FoldContext&)
{
    return std::unique_ptr<Fold>(std::make_unique<Entropy>());
}

}  // namespace

const MetricEntry& ent_entropy()
{
    static const MetricEntry entry{
        {.id = "ent.entropy",
         .title = "Entropy",
         .group = "Entropy and support",
         .meaning = "How spread the row's attention is, in nats: 0 when one key has all of it, log k when all k visible "
                    "keys share it equally. Rows that do not sum to one are taken as they are.",
         .formula = "H = −Σ w log w, 0 log 0 = 0",
         .source = "arXiv 2410.01104",
         .streaming = "one pass over the row",
         .parts = {{.name = "", .title = "Entropy", .unit = "nats", .along = Along::query}}},
        {},
        {"A"},
        evaluateByFold(makeFold, Rows::all),
        makeFold};
    return entry;
}

}  // namespace softscope::metric
