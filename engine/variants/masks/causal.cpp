// A query sees the keys up to its own position.

#include "variants/mask.h"

#include <algorithm>

namespace softscope::mask {
namespace {

struct Causal {
    static MaskInfo info()
    {
        return {.id = "causal",
                .title = "Causal",
                .sentence = "A query sees the keys up to its own position; with fewer queries than keys, the last "
                            "query is aligned with the last key.",
                .source = ""};
    }
    static std::vector<Param<Causal>> params() { return {}; }
    void visible(std::size_t query, const MaskContext& c, std::vector<KeyRange>& out) const
    {
        const std::ptrdiff_t end = std::min(c.position(query) + 1, static_cast<std::ptrdiff_t>(c.keys));
        if (end > 0)
            out.push_back({0, static_cast<std::size_t>(end)});
    }
};

}  // namespace

const MaskEntry& causal()
{
    static const MaskEntry entry = maskEntry<Causal>();
    return entry;
}

}  // namespace softscope::mask
