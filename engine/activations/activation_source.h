// Where the numbers come from. datasets/ implements it, so that the engine reads files without knowing them.
#pragma once

#include "activations/activation_set.h"
#include "activations/head_data.h"
#include "core/result.h"

#include <stop_token>

namespace softscope {

// Next-token logits as captured: either all classes or the top ones with their log-sum-exp.
struct LogitData {
    Matrix<float> values;             // [positions, classes or top]
    Matrix<std::int32_t> ids;         // of the top classes; empty when all classes are stored
    std::vector<std::string> tokens;  // of `ids`, row-major; may be empty
    std::vector<float> lse;           // [positions]; empty when all classes are stored
};

// Calls may come from any thread; implementations serialise what must be serial. Numbers are converted to float32.
class ActivationSource {
public:
    virtual ~ActivationSource() = default;
    virtual const ActivationSet& describe() const = 0;
    // Reads one head and nothing else. Weights come along when the layer has them and `withWeights` asks.
    virtual Result<HeadDataPtr> load(HeadKey key, bool withWeights, std::stop_token stop) = 0;
    // Hidden state number `n` [positions, channels].
    virtual Result<Matrix<float>> hidden(std::size_t number, std::stop_token stop) = 0;
    virtual Result<LogitData> logits(std::stop_token stop) = 0;
};

}  // namespace softscope
