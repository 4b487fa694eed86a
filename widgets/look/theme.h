// The colours of the window: one table fills the palette, the style sheet and the plots.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QString>

#include <array>

class QApplication;

namespace softscope {

// Names as in the visual language. Widgets read theme() when they paint and repaint on QEvent::PaletteChange;
// they never store colours.
struct Theme {
    bool dark = false;
    QColor canvas, chrome, field, raised, hover, border, line, grid;
    QColor text, text2, text3, stale;
    QColor accent, accentFill, onAccent, tint;
    QColor error, errorTint, warning, warningTint, tooltip, tooltipText;
    std::array<QColor, 6> series;  // variants A … F
    QColor sink, masked, above, notANumber, plusInfinity, minusInfinity;
};

const Theme& lightTheme();
const Theme& darkTheme();
const Theme& theme();  // the one in use

// Loads the fonts, installs the style, and fills palette and style sheet. Call again to switch.
void applyTheme(QApplication& app, bool dark);
bool systemPrefersDark();

QFont uiFont(double pixels, int weight = QFont::Normal);  // Softscope Sans, tabular figures
QFont tokenFont(double pixels, int weight = QFont::Normal);  // JetBrains Mono

// Icon of resources/icons by name, recoloured; crisp at any device ratio, greyed when disabled.
QIcon icon(const QString& name);
QIcon icon(const QString& name, const QColor& colour);

// Letter and colour of a variant: "A" on series[0]. side in logical pixels (18; 16 in tables).
void paintChip(class QPainter& painter, const class QRectF& box, int variant);

}  // namespace softscope
