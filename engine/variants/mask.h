// Which keys a query may see. A mask lists, for each row, the visible keys as ascending ranges.
#pragma once

#include "core/matrix.h"
#include "variants/row_map.h"

#include <memory>
#include <vector>

namespace softscope {

// What a mask may look at. q and k are empty unless the mask asks for them.
struct MaskContext {
    std::size_t queries = 0, keys = 0;
    MatrixView<double> q, k;
    // The row's own position among the keys; causal means key ≤ position.
    std::ptrdiff_t position(std::size_t query) const
    {
        return static_cast<std::ptrdiff_t>(query + keys) - static_cast<std::ptrdiff_t>(queries);
    }
};

class MaskRule {
public:
    virtual ~MaskRule() = default;
    // Replaces `out` by the visible keys of the row: ascending, disjoint, not touching, within [0, keys).
    virtual void visible(std::size_t query, std::vector<KeyRange>& out) const = 0;
};

struct MaskInfo {
    std::string_view id = {}, title = {}, sentence = {}, source = {};
    bool looksAtKeys = false;  // needs q and k (block selection)
};

struct MaskEntry {
    MaskInfo info;
    std::vector<ParamSpec> params;
    Result<std::shared_ptr<const MaskRule>> (*make)(const Params& values, const MaskContext& context) = nullptr;
};

// A mask V has static info(), static params() and `visible(query, context, out)`; a V with prepare(context) is
// asked once before (it may return a Status to refuse).
template <class V>
MaskEntry maskEntry()
{
    struct Rule final : MaskRule {
        V v;
        MaskContext context;
        Rule(V rule, MaskContext c) : v(std::move(rule)), context(c) {}
        void visible(std::size_t query, std::vector<KeyRange>& out) const override
        {
            out.clear();
            v.visible(query, context, out);
        }
    };
    return {V::info(), specsOf<V>(),
            [](const Params& values, const MaskContext& context) -> Result<std::shared_ptr<const MaskRule>> {
                auto v = bound<V>(values, V::info().id);
                if (!v)
                    return v.error();
                if constexpr (requires { v->prepare(context); })
                    if (Status ready = v->prepare(context); !ready)
                        return ready.error();
                return std::shared_ptr<const MaskRule>(std::make_shared<Rule>(*std::move(v), context));
            }};
}

std::span<const MaskEntry* const> masks();
const MaskEntry* findMask(std::string_view id);

// Sorts nothing: both lists ascend already. Keys visible in both.
std::vector<KeyRange> intersection(std::span<const KeyRange> a, std::span<const KeyRange> b);

}  // namespace softscope
