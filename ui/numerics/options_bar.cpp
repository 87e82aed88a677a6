// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/options_bar.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/numerics/same_presets.h"
#include "ui/numerics/wrapping_row.h"
#include "ui/support/text_field.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using numerics::SameOptions;

namespace {

struct About {
  const char16_t* word;
  const char16_t* tooltip;
  bool SameOptions::*field;
};
constexpr About kToggles[] = {
    {u"equal_nan", u"equal_nan: NaN equals NaN", &SameOptions::equalNan},
    {u"cosine", u"cos_similarity: compare the direction of both as one vector, 0.99 is enough", &SameOptions::cosSimilarity},
    {u"exact dtype", u"exact_dtype: another dtype differs, whatever the numbers", &SameOptions::exactDtype},
    {u"ignore non-fp", u"ignore_non_fp: what is no floating point number passes", &SameOptions::ignoreNonFp},
    {u"larger multiplier", u"use_larger_multiplier_for_smaller_tensor: 10 up to 10 elements, 8 up to 500",
     &SameOptions::useLargerMultiplierForSmallerTensor},
    {u"max multiplier", u"force_max_multiplier: 10 for every tensor", &SameOptions::forceMaxMultiplier},
    {u"relax numpy", u"relax_numpy_equality: a numpy scalar may meet a Python number", &SameOptions::relaxNumpyEquality},
    {u"IoU for bool", u"use_iou_for_bool: masks need overlap instead of equality", &SameOptions::useIouForBool},
};

QString plainNumber(double value) { return QString::number(value, 'g', 12); }

QString tolText(double value) {
  if (value <= 0 || value >= 0.1) return plainNumber(value);
  QString text = QString::number(value, 'e', 6);
  const qsizetype at = text.indexOf(u'e');
  QString mantissa = text.first(at);
  while (mantissa.endsWith(u'0')) mantissa.chop(1);
  if (mantissa.endsWith(u'.')) mantissa.chop(1);
  return mantissa + text.sliced(at).replace(u"e-0"_s, u"e-"_s);
}

}  // namespace

SameOptionsBar::SameOptionsBar(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_presets(new QComboBox(this)), m_reset(new QToolButton(this)) {
  setAccessibleName(u"Options of same()"_s);
  auto* row = new WrappingRow(this);
  row->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  row->setSpacing(kGrid / 2);
  m_presets->setAccessibleName(u"Options that belong together"_s);
  m_presets->setToolTip(u"The options that PyTorch's own callers give to same()"_s);
  m_presets->setPlaceholderText(u"own options"_s);
  for (const SamePreset& preset : samePresets()) {
    m_presets->addItem(preset.name);
    m_presets->setItemData(m_presets->count() - 1, preset.tooltip, Qt::ToolTipRole);
  }
  m_presets->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_presets->installEventFilter(this);
  connect(m_presets, &QComboBox::activated, this, [this](int index) { setOptions(samePresets()[static_cast<std::size_t>(index)].options); });
  row->addWidget(m_presets);
  m_tol = addNumber(u"tol"_s, u"tol: what two numbers may differ by, absolute and relative to res; a tenth of it on top of the bound (T)"_s);
  for (const About& about : kToggles) {
    auto* button = new QToolButton(this);
    button->setText(QString::fromUtf16(about.word));
    button->setToolTip(QString::fromUtf16(about.tooltip));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QToolButton::toggled, this, [this, field = about.field](bool on) {
      SameOptions options = m_options;
      options.*field = on;
      setOptions(options);
    });
    row->addWidget(button);
    m_toggles << Toggle{button, about.field};
  }
  m_iou = addNumber(u"threshold"_s, u"iou_threshold: the share of both masks that must be common, 0 to 1"_s);
  m_reset->setText(u"Reset"_s);
  m_reset->setToolTip(u"Back to the defaults of same()"_s);
  m_reset->setFocusPolicy(Qt::TabFocus);
  connect(m_reset, &QToolButton::clicked, this, &SameOptionsBar::reset);
  row->addWidget(m_reset);
  connect(m_tol, &QLineEdit::textEdited, this, [this] { readNumber(m_tol, &SameOptions::tol); });
  connect(m_iou, &QLineEdit::textEdited, this, [this] { readNumber(m_iou, &SameOptions::iouThreshold); });
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setTheme(theme);
  showOptions();
}

QLineEdit* SameOptionsBar::addNumber(const QString& name, const QString& tooltip) {
  auto* label = new QLabel(name, this);
  auto* field = new QLineEdit(this);
  label->setBuddy(field);
  label->setContentsMargins(kGrid / 2, 0, 0, 0);
  field->setAccessibleName(name);
  field->setToolTip(tooltip);
  field->setAlignment(Qt::AlignRight);
  field->installEventFilter(this);
  prepareTextField(*field);
  layout()->addWidget(label);
  layout()->addWidget(field);
  m_labels << label;
  return field;
}

void SameOptionsBar::setTheme(const Theme& theme) {
  m_theme = theme;
  QPalette quiet = theme.palette();
  quiet.setColor(QPalette::WindowText, theme.color(Tone::Muted));
  for (QLabel* label : std::as_const(m_labels)) label->setPalette(quiet);
  const QFontMetrics metrics(theme.font(TextSize::Normal));
  m_tol->setFixedWidth(metrics.horizontalAdvance(u"0.00e-00"_s) + 2 * kGrid);
  m_iou->setFixedWidth(metrics.horizontalAdvance(u"0.0000"_s) + 2 * kGrid);
}

void SameOptionsBar::setOptions(const SameOptions& options) {
  const bool isNew = !(options == m_options);
  m_options = options;
  showOptions();
  if (isNew) Q_EMIT optionsChanged();
}

/// showOptions lets every part say what the options are; a number that is being typed stays as it is typed.
void SameOptionsBar::showOptions() {
  const auto presets = samePresets();
  int found = m_presets->currentIndex();
  if (found < 0 || !(presets[static_cast<std::size_t>(found)].options == m_options)) {
    found = -1;
    for (std::size_t i = 0; found < 0 && i < presets.size(); ++i)
      if (presets[i].options == m_options) found = static_cast<int>(i);
  }
  m_presets->setCurrentIndex(found);
  for (const Toggle& toggle : std::as_const(m_toggles)) {
    const QSignalBlocker quiet(toggle.button);
    toggle.button->setChecked(m_options.*toggle.field);
  }
  const auto fill = [](QLineEdit* field, double number, const QString& text) {
    bool isNumber = false;
    if (field->text().toDouble(&isNumber) != number || !isNumber) field->setText(text);
  };
  fill(m_tol, m_options.tol, tolText(m_options.tol));
  fill(m_iou, m_options.iouThreshold, plainNumber(m_options.iouThreshold));
  m_iou->setEnabled(m_options.useIouForBool);
  m_labels.last()->setEnabled(m_options.useIouForBool);
  m_reset->setEnabled(!isUsual());
}

/// readNumber takes what can be used; what cannot leaves the answer as it is, and the field says so.
void SameOptionsBar::readNumber(QLineEdit* field, double SameOptions::*number) {
  bool isNumber = false;
  SameOptions options = m_options;
  options.*number = QLocale::c().toDouble(field->text().trimmed(), &isNumber);
  const auto checked = isNumber ? numerics::checkOptions(options) : base::Result<void>(base::fail({}));
  QPalette look = m_theme.palette();
  if (!checked) look.setColor(QPalette::Text, m_theme.look(verdicts::VerdictClass::Fail).chip);
  field->setPalette(look);
  field->setAccessibleDescription(checked ? QString() : u"Not a number that same() takes"_s);
  if (!checked || options == m_options) return;
  setOptions(options);
}

void SameOptionsBar::focusTol() {
  m_tol->setFocus(Qt::ShortcutFocusReason);
  m_tol->selectAll();
}

QList<QWidget*> SameOptionsBar::focusOrder() const {
  QList<QWidget*> order{m_presets, m_tol};
  for (const Toggle& toggle : m_toggles) order << toggle.button;
  return order << m_iou << m_reset;
}

bool SameOptionsBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_presets && event->type() == QEvent::Wheel) {  // scrolling past must not change the answer
    event->ignore();
    return true;
  }
  if (event->type() == QEvent::FocusOut && watched != m_presets) {  // what could not be read goes back to what is used
    auto* field = static_cast<QLineEdit*>(watched);
    field->setPalette(m_theme.palette());
    field->setText(field == m_tol ? tolText(m_options.tol) : plainNumber(m_options.iouThreshold));
  }
  if (event->type() == QEvent::KeyPress && watched != m_presets) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
      Q_EMIT leaveRequested();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace plumbline::ui
