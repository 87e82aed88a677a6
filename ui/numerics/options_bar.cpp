// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/numerics/options_bar.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QSignalBlocker>
#include <QString>
#include <QToolButton>
#include <vector>

#include "ui/support/wrapping_row.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"

namespace plumbline::ui {

using numerics::SameOptions;

namespace {

// Options of same() that belong together, as PyTorch's own callers give them (SPEC 11.3, 14, 15.1).
//
//   for (const SamePreset& preset : samePresets()) combo->addItem(preset.name);
struct SamePreset {
  QString name;
  QString tooltip;
  numerics::SameOptions options;
};
/// samePresets: the first are the defaults of same() itself.
std::vector<SamePreset> samePresets();

std::vector<SamePreset> samePresets() {
  return {
      {SameOptionsBar::tr("same() itself"),
       SameOptionsBar::tr("The defaults of torch._dynamo.utils.same(): tol 1e-4, nothing else"), {}},
      {SameOptionsBar::tr("CI: inference"),
       SameOptionsBar::tr("What the torchbench runner uses without --float32: tol 1e-4, equal_nan"),
       {.equalNan = true}},
      {SameOptionsBar::tr("CI: amp, training"),
       SameOptionsBar::tr("What the runners use in half precision and in training: tol 1e-3, equal_nan"),
       {.tol = 1e-3, .equalNan = true}},
      {SameOptionsBar::tr("CI: timm training"),
       SameOptionsBar::tr("What the timm runner uses in training: tol 2e-2, equal_nan"),
       {.tol = 2e-2, .equalNan = true}},
      {SameOptionsBar::tr("Repro script"),
       SameOptionsBar::tr("What repro scripts and the minifier use: tol 1e-3 (repro_tolerance), equal_nan"),
       {.tol = 1e-3, .equalNan = true}},
  };
}

struct ToggleText {
  const char* name;
  const char* tooltip;
  bool SameOptions::*field;
};
constexpr ToggleText kToggles[] = {
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "equal_nan"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "equal_nan: NaN equals NaN"), &SameOptions::equalNan},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "cosine"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar",
                       "cos_similarity: compare the direction of both as one vector, 0.99 is enough"),
                       &SameOptions::cosSimilarity},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "exact dtype"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "exact_dtype: another dtype differs, whatever the numbers"),
     &SameOptions::exactDtype},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "ignore non-fp"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "ignore_non_fp: what is no floating point number passes"),
     &SameOptions::ignoreNonFp},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "larger multiplier"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar",
                       "use_larger_multiplier_for_smaller_tensor: 10 up to 10 elements, 8 up to 500"),
     &SameOptions::useLargerMultiplierForSmallerTensor},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "max multiplier"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "force_max_multiplier: 10 for every tensor"),
     &SameOptions::forceMaxMultiplier},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "relax numpy"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar",
                       "relax_numpy_equality: a numpy scalar may meet a Python number"),
                       &SameOptions::relaxNumpyEquality},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "IoU for bool"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "use_iou_for_bool: masks need overlap instead of equality"),
     &SameOptions::useIouForBool},
    {QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar", "any device"),
     QT_TRANSLATE_NOOP("plumbline::ui::SameOptionsBar",
                       "Compares tensors of different devices, where same() raises; no option of same() itself"),
     &SameOptions::ignoreDevice},
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
    : QWidget(parent),
      m_theme(theme),
      m_presets(new QComboBox(this)),
      m_reset(makeToolButton(tr("Reset"), {}, tr("Back to the defaults of same()"), this)) {
  setAccessibleName(tr("Options of same()"));
  auto* row = new WrappingRow(this);
  row->setContentsMargins(kGrid, kGrid / 2, kGrid, kGrid / 2);
  row->setSpacing(kGrid / 2);
  m_presets->setAccessibleName(tr("Options that belong together"));
  m_presets->setToolTip(tr("The options that PyTorch's own callers give to same()"));
  m_presets->setPlaceholderText(tr("own options"));
  for (const SamePreset& preset : samePresets()) {
    m_presets->addItem(preset.name);
    m_presets->setItemData(m_presets->count() - 1, preset.tooltip, Qt::ToolTipRole);
  }
  m_presets->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_presets->installEventFilter(this);
  connect(m_presets, &QComboBox::activated, this, [this](int index) { setOptions(samePresets()[static_cast<std::size_t>(index)].options); });
  row->addWidget(m_presets);
  m_tol = addNumber(u"tol"_s,
                    tr("tol: what two numbers may differ by, absolute and relative to res; a tenth of it on top of "
                       "the bound (T)"));
  for (const ToggleText& about : kToggles) {
    QToolButton* button = makeToggle(tr(about.name), tr(about.tooltip), this);
    connect(button, &QToolButton::toggled, this, [this, field = about.field](bool on) {
      SameOptions options = m_options;
      options.*field = on;
      setOptions(options);
    });
    row->addWidget(button);
    m_toggles << Toggle{button, about.field};
  }
  m_iou = addNumber(u"threshold"_s, tr("iou_threshold: the share of both masks that must be common, 0 to 1"));
  connect(m_reset, &QToolButton::clicked, this, &SameOptionsBar::reset);
  row->addWidget(m_reset);
  connect(m_tol, &QLineEdit::textEdited, this, [this] { readNumber(m_tol, &SameOptions::tol); });
  connect(m_iou, &QLineEdit::textEdited, this, [this] { readNumber(m_iou, &SameOptions::iouThreshold); });
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  applyTheme(*this, theme);
  showOptions();
}

QLineEdit* SameOptionsBar::addNumber(const QString& name, const QString& tooltip) {
  auto* label = new PlainLabel(name, this);
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
  styleText({label}, {.isMuted = true});
  return field;
}

void SameOptionsBar::setTheme(const Theme& theme) {
  m_theme = theme;
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

/// showOptions updates the controls; a number that is being typed stays as it is.
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
  m_reset->setEnabled(!isDefault());
}

/// readNumber applies a valid number; an invalid one is marked and changes nothing.
void SameOptionsBar::readNumber(QLineEdit* field, double SameOptions::*number) {
  bool isNumber = false;
  SameOptions options = m_options;
  options.*number = QLocale::c().toDouble(field->text().trimmed(), &isNumber);
  const auto checked = isNumber ? numerics::checkOptions(options) : base::Result<void>(base::fail({}));
  QPalette colors = m_theme.palette();
  if (!checked) colors.setColor(QPalette::Text, m_theme.classStyle(verdicts::VerdictClass::Fail).chip);
  field->setPalette(colors);
  field->setAccessibleDescription(checked ? QString() : tr("Not a number that same() takes"));
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
  if (event->type() == QEvent::FocusOut && watched != m_presets) {  // an invalid number is replaced by the one in use
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
