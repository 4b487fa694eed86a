// Plain softmax with a temperature: the baseline of every comparison.

#include "core/simd.h"
#include "variants/row_map.h"

namespace softscope::rowmaps {
namespace {

struct Softmax {
    double temperature = 1.0;

    // w = exp(beta·(z − top))·share; with T = 0, share where z equals top and zero elsewhere.
    struct State {
        double top, beta, share;
    };

    static VariantInfo info()
    {
        return {.id = "softmax",
                .title = "Softmax",
                .family = "Softmax",
                .sentence = "Weights proportional to the exponential of the scores; the temperature flattens (above 1) "
                            "or sharpens (below 1) the row, and 0 is uniform over the maxima.",
                .formula = "<i>w<sub>j</sub></i> = exp(<i>z<sub>j</sub></i> / <i>T</i>) / Σ<sub><i>k</i></sub> "
                           "exp(<i>z<sub>k</sub></i> / <i>T</i>)",
                .latex = R"(w_j = \frac{\exp(z_j/T)}{\sum_k \exp(z_k/T)})",
                .source = "Vaswani et al., arXiv 1706.03762, eq. 1",
                .confidence = 'A',
                .score = ScoreKind::scaledDot,
                .traits = {.sumsToOne = true, .shiftInvariant = true, .orderPreserving = true}};
    }
    static std::vector<Param<Softmax>> params()
    {
        return {{&Softmax::temperature,
                 {.name = "temperature",
                  .symbol = "T",
                  .meaning = "Divides the scores; 1 is the model as trained, 0 the limit that attends to the maxima only.",
                  .min = 0.0,
                  .max = 100.0,
                  .sliderMin = 0.05,
                  .sliderMax = 20.0,
                  .axis = Axis::log}}};
    }

    template <class T>
    State fit(std::span<const T> z, const RowContext&) const
    {
        const T top = simd::max(z);
        if (temperature == 0.0) {
            std::size_t ties = 0;
            for (T x : z)
                ties += x == top;
            return {static_cast<double>(top), 0.0, 1.0 / static_cast<double>(ties)};
        }
        const double beta = 1.0 / temperature;
        const double total = simd::sum(z, exponential<T>(top, beta));
        return {static_cast<double>(top), beta, 1.0 / total};
    }

    template <class T>
    void weigh(std::span<const T> z, const RowContext&, const State& s, std::span<T> w) const
    {
        if (temperature == 0.0) {
            for (std::size_t i = 0; i < z.size(); ++i)
                w[i] = z[i] == static_cast<T>(s.top) ? static_cast<T>(s.share) : T(0);
            return;
        }
        const auto term = exponential<T>(static_cast<T>(s.top), s.beta);
        const auto share = simd::set<T>(static_cast<T>(s.share));
        simd::map(z, w, [&](const simd::Packet<T>& x) { return Eigen::internal::pmul(term(x), share); });
    }

    template <class T>
    State fitWeigh(std::span<const T> z, const RowContext& c, std::span<T> w) const
    {
        if (temperature == 0.0) {
            const State s = fit(z, c);
            weigh(z, c, s, w);
            return s;
        }
        const T top = simd::max(z);
        simd::map(z, w, exponential<T>(top, 1.0 / temperature));
        const State s{static_cast<double>(top), 1.0 / temperature, 1.0 / simd::sum(std::span<const T>(w))};
        const auto share = simd::set<T>(static_cast<T>(s.share));
        simd::map(std::span<const T>(w), w, [&](const simd::Packet<T>& x) { return Eigen::internal::pmul(x, share); });
        return s;
    }

    // J v = w ∘ (t − ⟨w, t⟩), t = v/T.
    void jvp(std::span<const double> z, std::span<const double> v, const RowContext& c, std::span<double> jv) const
    {
        if (temperature == 0.0) {  // piecewise constant: zero wherever the derivative exists
            std::fill(jv.begin(), jv.end(), 0.0);
            return;
        }
        fitWeigh(z, c, jv);
        double mean = 0.0;
        for (std::size_t i = 0; i < z.size(); ++i)
            mean += jv[i] * v[i] / temperature;
        for (std::size_t i = 0; i < z.size(); ++i)
            jv[i] *= v[i] / temperature - mean;
    }

private:
    template <class T>
    static auto exponential(T top, double beta)
    {
        const auto shift = simd::set<T>(top);
        const auto slope = simd::set<T>(static_cast<T>(beta));
        return [shift, slope](const simd::Packet<T>& x) {
            using namespace Eigen::internal;
            return simd::exp<T>(pmul(psub(x, shift), slope));
        };
    }
};

}  // namespace

const RowMapEntry& softmax()
{
    static const RowMapEntry entry = rowMapEntry<Softmax>();
    return entry;
}

}  // namespace softscope::rowmaps
