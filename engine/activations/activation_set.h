// What a data set holds: read once when a file is opened, without any of its numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace softscope {

// One layer as stored. Query head h attends with key-value head h / (heads / kvHeads).
struct LayerShape {
    std::size_t number = 0;  // as named in the file; layers may be missing
    std::size_t heads = 0, kvHeads = 0;
    std::size_t queries = 0, keys = 0;
    std::size_t headDim = 0, valueDim = 0;  // valueDim 0: no values
    bool hasQk = false;                     // false: only weights
    bool hasWeights = false;                // captured attention weights [heads, queries, keys]
};

struct ActivationSet {
    std::string name;         // for titles: "lighthouse"
    std::string path;         // where it came from; empty for synthetic data
    std::string model;        // "SmolLM2-135M-Instruct"; may be empty
    std::string storage;      // "float16", as a reader of the file would call it
    std::string layout;       // which reading was used: "Softscope 1"
    std::vector<LayerShape> layers;
    std::vector<std::string> queryTokens, keyTokens;  // empty: positions are shown instead
    bool causal = true;
    std::optional<double> scale;             // absent: 1/√d
    std::optional<double> softcap;           // cap·tanh(z/cap) on the scaled scores
    std::optional<std::size_t> slidingWindow;  // keys with query − key ≥ window are hidden
    std::vector<std::size_t> hiddenStates;   // numbers of the stored hidden states
    bool hasLogits = false;
    std::uint64_t fingerprint = 0;           // of the file's content or recipe, for caches and sessions
    std::vector<std::string> notes;          // guesses and oddities worth showing, one sentence each

    std::size_t headCount() const
    {
        std::size_t total = 0;
        for (const LayerShape& layer : layers)
            total += layer.heads;
        return total;
    }
};

// Index into ActivationSet::layers (not the layer's number), and the query head.
struct HeadKey {
    std::size_t layer = 0, head = 0;
    auto operator<=>(const HeadKey&) const = default;
};

}  // namespace softscope
