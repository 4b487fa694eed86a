// Colour maps of 256 and more even steps, built from a few stops. Pure functions: workers use them.
#pragma once

#include <QColor>
#include <QString>

#include <span>
#include <vector>

namespace softscope {

class ColourMap {
public:
    explicit ColourMap(std::span<const QRgb> stops);  // even stops, linear in sRGB
    QRgb at(double fraction) const;                   // clamped to 0 … 1
    static constexpr int levels = 4096;

private:
    std::vector<QRgb> m_table;
};

const ColourMap& inkMap();         // light paper: more is darker
const ColourMap& glowMap();        // dark paper: more is lighter
const ColourMap& weightMap(bool dark);
const ColourMap& differenceMap(bool dark);  // 0: B more, 0.5: equal, 1: A more
const ColourMap* namedMap(const QString& name);  // "ink" "glow" "viridis" "cividis" "grey"; null when unknown

}  // namespace softscope
