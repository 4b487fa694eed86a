// Every query sees every key.

#include "variants/mask.h"

namespace softscope::mask {
namespace {

struct Full {
    static MaskInfo info() { return {.id = "full", .title = "None", .sentence = "Every query sees every key.", .source = ""}; }
    static std::vector<Param<Full>> params() { return {}; }
    void visible(std::size_t, const MaskContext& c, std::vector<KeyRange>& out) const
    {
        if (c.keys > 0)
            out.push_back({0, c.keys});
    }
};

}  // namespace

const MaskEntry& full()
{
    static const MaskEntry entry = maskEntry<Full>();
    return entry;
}

}  // namespace softscope::mask
