// The kinds of scores of a query against a key (specification, rowmaps.md section 0).
#pragma once

#include <string_view>

namespace softscope {

// sdpa: scale·q·k; raw: q·k; cosine: q·k/(|q||k|), norms clamped at 1e-12; euclid: scale·(q·k − |k|²/2).
enum class ScoreKind { scaledDot, raw, cosine, euclid };

constexpr std::string_view scoreId(ScoreKind kind)
{
    constexpr std::string_view ids[] = {"sdpa", "raw", "cosine", "euclid"};
    return ids[static_cast<int>(kind)];
}

}  // namespace softscope
