// A dense array of doubles of any rank: inputs and answers of metrics, list-valued parameters.
#pragma once

#include <cstddef>
#include <vector>

namespace softscope {

// Row-major. An empty shape is a scalar (data has one entry). Complex numbers have a last axis of two.
struct Array {
    std::vector<std::size_t> shape;
    std::vector<double> data;

    static Array scalar(double value) { return {{}, {value}}; }
    static Array vector(std::vector<double> values)
    {
        const std::size_t n = values.size();
        return {{n}, std::move(values)};
    }
    std::size_t rank() const { return shape.size(); }
    bool isScalar() const { return shape.empty(); }
    bool operator==(const Array&) const = default;
};

}  // namespace softscope
