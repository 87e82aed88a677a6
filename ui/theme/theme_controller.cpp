// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_controller.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>

#include "ui/theme/plain_paint.h"

namespace plumbline::ui {
namespace {

QColor border(const QStyleOption* o) { return o->palette.color(QPalette::Mid); }
/// edge of a control: seen against every ground; one that does nothing now may be overlooked.
QColor edge(const QStyleOption* o) {
  return o->palette.color((o->state & QStyle::State_Enabled) != 0 ? QPalette::Dark : QPalette::Mid);
}
QColor base(const QStyleOption* o) { return o->palette.color(QPalette::Base); }
QColor text(const QStyleOption* o) { return o->palette.color(QPalette::WindowText); }
QColor muted(const QStyleOption* o) { return o->palette.color(QPalette::PlaceholderText); }
/// arrow: one on a button that does nothing now is as faint as a disabled field's.
QColor arrow(const QStyleOption* o) { return o->state & QStyle::State_Enabled ? muted(o) : border(o); }
QColor accent(const QStyleOption* o) { return o->palette.color(QPalette::Link); }
bool has(const QStyleOption* o, QStyle::StateFlag flag) { return (o->state & flag) != 0; }
/// Focus rings are for the keyboard: a click on a button leaves none.
bool keyFocus(const QStyleOption* o) { return has(o, QStyle::State_HasFocus) && has(o, QStyle::State_KeyboardFocusChange); }

bool isDefaultButton(const QStyleOption* o) {
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(o);
  return button && button->features.testFlag(QStyleOptionButton::DefaultButton) && has(o, QStyle::State_Enabled);
}

QColor pressable(const QStyleOption* o, const QColor& fill) {
  if (!has(o, QStyle::State_Enabled)) return fill;
  if (has(o, QStyle::State_Sunken)) return mixed(fill, text(o), 0.14);
  if (has(o, QStyle::State_MouseOver)) return mixed(fill, text(o), 0.07);
  return fill;
}

void drawPushButton(const QStyleOption* o, QPainter* p) {
  if (isDefaultButton(o)) {
    drawBox(p, o->rect, {.fill = pressable(o, accent(o)), .border = accent(o)});
  } else {
    const QColor fill = has(o, QStyle::State_On) ? mixed(base(o), accent(o), 0.16) : base(o);
    drawBox(p, o->rect, {.fill = pressable(o, fill), .border = has(o, QStyle::State_On) ? accent(o) : edge(o)});
  }
  if (keyFocus(o)) {
    if (isDefaultButton(o)) drawBox(p, o->rect.adjusted(2, 2, -2, -2), {.fill = {}, .border = base(o), .radius = 2.0});
    else drawFocusRing(p, o->rect, o->palette);
  }
}

void drawToolButton(const QStyleOption* o, QPainter* p) {
  const bool on = has(o, QStyle::State_On);
  const QColor under = o->palette.color(QPalette::Window);
  if (on || has(o, QStyle::State_Sunken) || (has(o, QStyle::State_MouseOver) && has(o, QStyle::State_Enabled)))
    drawBox(p, o->rect, {.fill = pressable(o, on ? mixed(under, accent(o), 0.16) : under), .border = {}});
  if (keyFocus(o)) drawFocusRing(p, o->rect, o->palette);
}

void drawLineEdit(const QStyleOption* o, QPainter* p) {
  const bool focus = has(o, QStyle::State_HasFocus);
  drawBox(p, o->rect, {.fill = base(o), .border = focus ? accent(o) : edge(o), .width = focus ? 2.0 : 1.0});
}

void drawCheck(const QStyleOption* o, QPainter* p, bool round) {
  const bool on = has(o, QStyle::State_On) || has(o, QStyle::State_NoChange);
  const double radius = round ? o->rect.height() / 2.0 : 3.0;
  const bool enabled = has(o, QStyle::State_Enabled);
  const QColor fill = on ? (enabled ? accent(o) : border(o)) : base(o);
  drawBox(p, o->rect, {.fill = pressable(o, fill), .border = on ? fill : edge(o), .radius = radius});
  const QColor mark = o->palette.color(QPalette::HighlightedText);
  if (has(o, QStyle::State_On)) {
    if (round) drawBox(p, o->rect.adjusted(4, 4, -4, -4), {.fill = mark, .border = {}, .radius = radius});
    else drawTick(p, o->rect, mark);
  } else if (has(o, QStyle::State_NoChange)) {
    p->fillRect(o->rect.adjusted(4, o->rect.height() / 2 - 1, -4, -(o->rect.height() / 2) + 1), mark);
  }
}

void drawHeaderSection(const QStyleOption* o, QPainter* p) {
  QColor fill = o->palette.color(QPalette::Window);
  if (has(o, QStyle::State_MouseOver)) fill = mixed(fill, text(o), 0.05);
  p->fillRect(o->rect, fill);
  const QRect& r = o->rect;
  p->fillRect(QRect(r.left(), r.bottom(), r.width(), 1), border(o));
}

void drawTab(const QStyleOption* o, QPainter* p) {
  const bool selected = has(o, QStyle::State_Selected);
  if (has(o, QStyle::State_MouseOver) && !selected)
    p->fillRect(o->rect, mixed(o->palette.color(QPalette::Window), text(o), 0.05));
  p->fillRect(QRect(o->rect.left(), o->rect.bottom(), o->rect.width(), 1), border(o));
  if (selected) p->fillRect(QRect(o->rect.left(), o->rect.bottom() - 1, o->rect.width(), 2), accent(o));
  if (keyFocus(o) && selected) drawFocusRing(p, o->rect.adjusted(2, 4, -2, -4), o->palette);
}

void drawScrollBar(const QStyleOptionSlider* o, QPainter* p, const QStyle* style, const QWidget* w) {
  p->fillRect(o->rect, base(o));
  const bool upright = o->orientation == Qt::Vertical;
  const QRect thumb = style->subControlRect(QStyle::CC_ScrollBar, o, QStyle::SC_ScrollBarSlider, w);
  if (o->maximum <= o->minimum) return;
  const bool held = (o->activeSubControls & QStyle::SC_ScrollBarSlider) && has(o, QStyle::State_Sunken);
  const bool hovered = has(o, QStyle::State_MouseOver) && (o->activeSubControls & QStyle::SC_ScrollBarSlider);
  const QRect inner = upright ? thumb.adjusted(3, 2, -3, -2) : thumb.adjusted(2, 3, -2, -3);
  const double share = held ? 0.7 : hovered ? 0.5 : 0.3;
  drawBox(p, inner, {.fill = mixed(base(o), muted(o), share), .border = {}, .radius = 3.0});
}

void drawComboBox(const QStyleOptionComboBox* o, QPainter* p) {
  drawBox(p, o->rect, {.fill = pressable(o, base(o)), .border = edge(o)});
  drawChevron(p, QRect(o->rect.right() - 20, o->rect.top(), 16, o->rect.height()), Pointing::Down,
              has(o, QStyle::State_Enabled) ? muted(o) : border(o));
  if (keyFocus(o)) drawFocusRing(p, o->rect, o->palette);
}

}  // namespace

PlainStyle::PlainStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

int PlainStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_DefaultFrameWidth:
    case PM_SplitterWidth:
    case PM_MenuPanelWidth:
    case PM_ToolTipLabelFrameWidth: return 1;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal:
    case PM_TabBarBaseOverlap:
    case PM_MenuHMargin: return 0;
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return kGrid;
    case PM_MenuVMargin: return kGrid / 2;
    case PM_HeaderMargin: return kGrid;
    case PM_HeaderMarkSize: return 10;
    case PM_TabBarTabHSpace: return 3 * kGrid;
    case PM_TabBarTabVSpace: return kGrid + kGrid / 2;
    case PM_ScrollBarExtent: return 12;
    case PM_ScrollBarSliderMin: return 3 * kGrid;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 2 * kGrid;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int PlainStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returnData) const {
  switch (hint) {
    case SH_EtchDisabledText:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_Widget_Animate:
    case SH_Widget_Animation_Duration:
    case SH_Table_GridLineColor: break;
    case SH_ItemView_ShowDecorationSelected:
    case SH_MenuBar_MouseTracking:
    case SH_Menu_MouseTracking: return 1;
    case SH_TabBar_ElideMode: return Qt::ElideRight;
    case SH_ToolTip_Mask: return 0;
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
  }
  if (hint == SH_Table_GridLineColor && option) return static_cast<int>(border(option).rgb());
  return 0;
}

QSize PlainStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const {
  QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
  const int line = option ? option->fontMetrics.height() : 16;
  switch (type) {
    case CT_PushButton: return {std::max(size.width() + 4 * kGrid, 9 * kGrid), line + kGrid + kGrid / 2};
    case CT_LineEdit:
    case CT_ComboBox: result.setHeight(line + kGrid + kGrid / 2); return result;
    case CT_ToolButton:  // Qt adds two blanks behind a text; behind an icon they would stand at the right alone
      if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
          button && button->toolButtonStyle == Qt::ToolButtonTextBesideIcon && !button->icon.isNull())
        result.rwidth() -= 2 * option->fontMetrics.horizontalAdvance(u' ');
      return result.expandedTo({line + kGrid, line + kGrid});
    case CT_MenuItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
          item && item->menuItemType != QStyleOptionMenuItem::Separator)
        result.setHeight(line + kGrid);
      return result;
    default: return result;
  }
}

void PlainStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* o, QPainter* p, const QWidget* w) const {
  switch (element) {
    case PE_FrameFocusRect: drawFocusRing(p, o->rect, o->palette); return;
    case PE_PanelButtonCommand: drawPushButton(o, p); return;
    case PE_PanelButtonTool: drawToolButton(o, p); return;
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_PanelStatusBar:
    case PE_FrameTabWidget: return;
    case PE_PanelLineEdit:
      if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(o); frame && frame->lineWidth > 0)
        drawLineEdit(o, p);
      else if (!w || !qobject_cast<const QComboBox*>(w->parentWidget()))
        p->fillRect(o->rect, base(o));
      return;
    case PE_FrameLineEdit: drawLineEdit(o, p); return;
    case PE_Frame:
    case PE_FrameMenu:
    case PE_FrameGroupBox:
    case PE_FrameWindow: drawBox(p, o->rect, {.fill = {}, .border = border(o), .radius = 0}); return;
    case PE_PanelMenu:
    case PE_PanelTipLabel: drawBox(p, o->rect, {.fill = base(o), .border = border(o), .radius = 0}); return;
    case PE_IndicatorCheckBox: drawCheck(o, p, false); return;
    case PE_IndicatorRadioButton: drawCheck(o, p, true); return;
    case PE_PanelScrollAreaCorner: p->fillRect(o->rect, base(o)); return;
    case PE_FrameTabBarBase: p->fillRect(QRect(o->rect.left(), o->rect.bottom(), o->rect.width(), 1), border(o)); return;
    case PE_IndicatorHeaderArrow:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(o))
        // Qt calls an ascending sort "down" here; people expect the arrow to point up then.
        drawChevron(p, o->rect, header->sortIndicator == QStyleOptionHeader::SortDown ? Pointing::Up : Pointing::Down,
                    accent(o));
      return;
    case PE_IndicatorArrowUp: drawChevron(p, o->rect, Pointing::Up, arrow(o)); return;
    case PE_IndicatorArrowDown: drawChevron(p, o->rect, Pointing::Down, arrow(o)); return;
    case PE_IndicatorArrowLeft: drawChevron(p, o->rect, Pointing::Left, arrow(o)); return;
    case PE_IndicatorArrowRight: drawChevron(p, o->rect, Pointing::Right, arrow(o)); return;
    default: QProxyStyle::drawPrimitive(element, o, p, w);
  }
}

void PlainStyle::drawControl(ControlElement element, const QStyleOption* o, QPainter* p, const QWidget* w) const {
  switch (element) {
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: drawHeaderSection(o, p); return;
    case CE_TabBarTabShape: drawTab(o, p); return;
    case CE_TabBarTabLabel:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(o)) {
        QStyleOptionTab copy = *tab;
        copy.state &= ~State_HasFocus;  // the shape draws the ring
        if (!has(o, State_Selected)) copy.palette.setColor(QPalette::WindowText, muted(o));
        QProxyStyle::drawControl(element, &copy, p, w);
      }
      return;
    case CE_Splitter: p->fillRect(o->rect, border(o)); return;
    case CE_PushButtonLabel:
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(o)) {
        QStyleOptionButton copy = *button;
        if (isDefaultButton(o)) copy.palette.setColor(QPalette::ButtonText, o->palette.color(QPalette::HighlightedText));
        QProxyStyle::drawControl(element, &copy, p, w);
      }
      return;
    case CE_ComboBoxLabel:
      if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(o)) {
        QStyleOptionComboBox copy = *combo;
        const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, w).width();
        if (copy.fontMetrics.horizontalAdvance(copy.currentText) > room)
          copy.currentText = copy.fontMetrics.elidedText(copy.currentText, Qt::ElideRight, room);
        QProxyStyle::drawControl(element, &copy, p, w);
      }
      return;
    case CE_ToolButtonLabel:
      if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(o)) return drawToolLabel(*button, p, w);
      break;
    case CE_ProgressBarGroove: drawBox(p, o->rect, {.fill = border(o), .border = {}, .radius = 2.0}); return;
    case CE_MenuBarEmptyArea: p->fillRect(o->rect, o->palette.window()); return;
    default: QProxyStyle::drawControl(element, o, p, w);
  }
}

/// drawToolLabel ends a text that has too little room with an ellipsis.
void PlainStyle::drawToolLabel(const QStyleOptionToolButton& button, QPainter* p, const QWidget* w) const {
  QStyleOptionToolButton copy = button;
  const bool hasIcon = copy.toolButtonStyle == Qt::ToolButtonTextBesideIcon && !copy.icon.isNull();
  const int room = copy.rect.width() - (hasIcon ? copy.iconSize.width() + kGrid / 2 : 0);
  if (copy.fontMetrics.size(Qt::TextShowMnemonic, copy.text).width() > room)
    copy.text = copy.fontMetrics.elidedText(copy.text, Qt::ElideRight, room, Qt::TextShowMnemonic);
  QProxyStyle::drawControl(CE_ToolButtonLabel, &copy, p, w);
}

void PlainStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* o, QPainter* p,
                                    const QWidget* w) const {
  if (control == CC_ScrollBar)
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(o)) return drawScrollBar(slider, p, this, w);
  if (control == CC_ComboBox)
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(o); combo && !combo->editable)
      return drawComboBox(combo, p);
  QProxyStyle::drawComplexControl(control, o, p, w);
}

QRect PlainStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* o, SubControl subControl,
                                 const QWidget* w) const {
  if (control != CC_ScrollBar) return QProxyStyle::subControlRect(control, o, subControl, w);
  const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(o);
  if (!bar) return {};
  // No step buttons: the groove is the whole bar.
  const bool upright = bar->orientation == Qt::Vertical;
  const int length = upright ? o->rect.height() : o->rect.width();
  const int range = bar->maximum - bar->minimum;
  int thumb = length;
  if (range > 0) {
    const qint64 wanted = qint64(bar->pageStep) * length / (qint64(range) + bar->pageStep);
    thumb = std::clamp(static_cast<int>(wanted), std::min(3 * kGrid, length), length);
  }
  const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
  const auto part = [&](int from, int size) {
    const QRect r = upright ? QRect(o->rect.left(), o->rect.top() + from, o->rect.width(), size)
                            : QRect(o->rect.left() + from, o->rect.top(), size, o->rect.height());
    return visualRect(bar->direction, o->rect, r);
  };
  switch (subControl) {
    case SC_ScrollBarGroove: return o->rect;
    case SC_ScrollBarSlider: return part(start, thumb);
    case SC_ScrollBarSubPage: return part(0, start);
    case SC_ScrollBarAddPage: return part(start + thumb, length - start - thumb);
    default: return {};
  }
}

void PlainStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  // Qt guesses from a text whether it is HTML, and would load what it names: in tooltips and its own dialogs too.
  if (auto* label = qobject_cast<QLabel*>(widget); label != nullptr && label->textFormat() == Qt::AutoText)
    label->setTextFormat(Qt::PlainText);
  // Hover is drawn by us for these; Fusion asks only for some of them.
  if (widget->inherits("QAbstractButton") || widget->inherits("QTabBar") || widget->inherits("QComboBox") ||
      widget->inherits("QScrollBar") || widget->inherits("QHeaderView"))
    widget->setAttribute(Qt::WA_Hover);
}

ThemeController::ThemeController(QApplication& app, std::optional<Scheme> forced, int fontStep, QObject* parent)
    : QObject(parent), m_app(app), m_systemFont(QApplication::font()), m_systemScheme(schemeOf(QApplication::palette())),
      m_forced(forced), m_fontStep(fontStep),
      m_theme(Theme::load(forced.value_or(m_systemScheme), m_systemFont, fontStep)) {
  QApplication::setStyle(new PlainStyle);  // the application owns it
  apply();
  m_app.installEventFilter(this);
}

void ThemeController::set(std::optional<Scheme> forced, int fontStep) {
  m_forced = forced;
  const Scheme scheme = forced.value_or(m_systemScheme);
  if (scheme == m_theme.scheme() && fontStep == m_fontStep) return;
  m_fontStep = fontStep;
  m_theme = Theme::load(scheme, m_systemFont, fontStep);
  apply();
  Q_EMIT changed(m_theme);
}

void ThemeController::apply() {
  QApplication::setPalette(m_theme.palette());
  QApplication::setFont(m_theme.font(TextSize::Normal));
}

bool ThemeController::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ThemeChange && !m_reading) {
    // Qt keeps our palette over the system's; taking ours away for a moment is the only way to see the other.
    m_reading = true;
    QApplication::setPalette(QPalette());
    m_systemScheme = schemeOf(QApplication::palette());
    m_theme = Theme::load(m_forced.value_or(m_systemScheme), m_systemFont, m_fontStep);
    apply();
    m_reading = false;
    Q_EMIT changed(m_theme);
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace plumbline::ui
