// How numbers are written on the screen (visual language, section 9). Copying gives full precision instead.
#pragma once

#include <QString>

#include <string_view>

namespace softscope {

QString formatWeight(double w);              // 3 decimals; below 0.0005 "<0.001"; exact zero "0"; NaN "NaN"
QString formatNumber(double x, int significant = 3);  // minus U+2212, thousands with comma, "2.31·10⁻⁵" outside 10⁻³ … 10⁴
QString formatPercent(double share);         // 1 decimal, no space
QString formatMetric(double x, std::string_view unit);  // a share or nats: 3 decimals; counts and others: 3 significant
QString formatCount(std::size_t n);          // thousands with comma
QString fullPrecision(double x);             // 17 significant digits, "nan", "inf"
// A token as shown: leading space as ·, whitespace as ␣ ↵ →; at most `limit` characters, then an ellipsis.
QString displayToken(const QString& token, int limit = 0);

}  // namespace softscope
