// Row-major matrices as plain data. Public headers show these instead of Eigen's types: the engine is built
// for several CPU levels, and Eigen's alignment and code differ between them (see engine/README.md).
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

namespace softscope {

// A view of rows × cols numbers; row i begins at data + i · stride.
template <class T>
struct MatrixView {
    const T* data = nullptr;
    std::size_t rows = 0;
    std::size_t cols = 0;
    std::size_t stride = 0;

    std::span<const T> row(std::size_t i) const
    {
        assert(i < rows);
        return {data + i * stride, cols};
    }
    const T& operator()(std::size_t i, std::size_t j) const { return row(i)[j]; }
    bool empty() const { return rows == 0 || cols == 0; }
};

template <class T>
class Matrix {
public:
    Matrix() = default;
    Matrix(std::size_t rows, std::size_t cols, T fill = T{}) : m_rows(rows), m_cols(cols), m_data(rows * cols, fill) {}

    std::size_t rows() const { return m_rows; }
    std::size_t cols() const { return m_cols; }
    bool empty() const { return m_data.empty(); }
    T* data() { return m_data.data(); }
    const T* data() const { return m_data.data(); }
    std::span<T> row(std::size_t i)
    {
        assert(i < m_rows);
        return {m_data.data() + i * m_cols, m_cols};
    }
    std::span<const T> row(std::size_t i) const
    {
        assert(i < m_rows);
        return {m_data.data() + i * m_cols, m_cols};
    }
    T& operator()(std::size_t i, std::size_t j) { return row(i)[j]; }
    const T& operator()(std::size_t i, std::size_t j) const { return row(i)[j]; }
    std::span<const T> values() const { return m_data; }
    std::span<T> values() { return m_data; }
    MatrixView<T> view() const { return {m_data.data(), m_rows, m_cols, m_cols}; }
    bool operator==(const Matrix&) const = default;

private:
    std::size_t m_rows = 0;
    std::size_t m_cols = 0;
    std::vector<T> m_data;
};

}  // namespace softscope
