// Everything that is on the screen, as one value: undo, sessions, figures and lessons are copies of it.
#pragma once

#include "core/params.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace softscope {

// A stage by id with its parameters; absent parameters take their defaults.
struct Stage {
    std::string id;
    Params params;
    bool operator==(const Stage&) const = default;
};

// One entry of the Variants dock: a normaliser and the stages around it. Empty ids mean "as the normaliser
// expects" (score), "as the file says" (mask) and "none" (post).
struct VariantSetting {
    Stage normaliser{"softmax", {}};
    Stage score;
    Stage mask;
    Stage post;
    bool shown = true;
    bool operator==(const VariantSetting&) const = default;
};

struct Selection {
    std::size_t layer = 0, head = 0;  // index into ActivationSet::layers, query head
    std::optional<std::size_t> query, key;
    bool operator==(const Selection&) const = default;
};

enum class View { overview, head };
enum class ColourScale { linear, log, gamma };
enum class Pooling { max, mean };

// The part of the map that is shown, in cells: [begin, end). Zero-sized: all of it.
struct Viewport {
    double rowBegin = 0, rowEnd = 0, keyBegin = 0, keyEnd = 0;
    bool all() const { return rowEnd <= rowBegin || keyEnd <= keyBegin; }
    bool operator==(const Viewport&) const = default;
};

struct HeadViewState {
    ColourScale scale = ColourScale::log;
    double low = 0.001, high = 1.0;  // ends of the colour scale
    Pooling pooling = Pooling::max;
    std::string rowMetric = "ent.entropy";
    Viewport viewport;
    bool operator==(const HeadViewState&) const = default;
};

enum class HeadOrder { byLayer, byMetric };

struct OverviewState {
    bool metricMode = false;  // false: thumbnails of the maps; true: one colour a head
    std::string metric = "sink.score";
    HeadOrder order = HeadOrder::byLayer;
    ColourScale scale = ColourScale::log;
    std::string filter;  // "sink > 0.5, layer 10..20"
    bool operator==(const OverviewState&) const = default;
};

struct Experiment {
    std::string dataset;  // path as the user gave it; empty: nothing is open
    std::uint64_t fingerprint = 0;
    Selection selection;
    std::vector<VariantSetting> variants{VariantSetting{}};  // A, B, C, …; never empty, at most 6
    std::size_t active = 0;                                  // the one that maps show
    View view = View::overview;
    HeadViewState head;
    OverviewState overview;
    std::uint64_t seed = 0;  // of the random variants
    bool operator==(const Experiment&) const = default;
};

}  // namespace softscope
