// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/form/preset_bar.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>

#include "ui/support/form_controls.h"
#include "ui/support/line_icon.h"
#include "ui/support/utf8_text.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

PresetBar::PresetBar(const QString& folder, QWidget* parent)
    : QWidget(parent),
      m_folder(folder.toStdString()),
      m_box(new ChoiceField(true, this)),
      m_save(new QToolButton(this)),
      m_remove(new QToolButton(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid / 2);
  m_box->setAccessibleName(tr("Preset"));
  m_box->view()->setAccessibleName(tr("Presets"));
  m_box->setToolTip(tr("Choose a saved form, or type a name and save this one"));
  m_box->lineEdit()->setPlaceholderText(tr("Choose or name a preset"));
  m_box->lineEdit()->setAccessibleName(tr("Preset"));
  layout->addWidget(m_box, 1);
  m_save->setText(tr("Save"));
  m_save->setToolTip(tr("Save the form as a preset of this name"));
  m_save->setFocusPolicy(Qt::TabFocus);
  layout->addWidget(m_save);
  m_remove->setIcon(lineIcon(u"close"_s));
  m_remove->setAccessibleName(tr("Remove the preset"));
  m_remove->setToolTip(tr("Remove the preset of this name; it can be restored"));
  m_remove->setFocusPolicy(Qt::TabFocus);
  layout->addWidget(m_remove);
  connect(m_box, &QComboBox::activated, this, [this](int index) {
    if (index >= 0 && index < static_cast<int>(m_presets.size()))
      Q_EMIT chosen(m_presets[static_cast<std::size_t>(index)].spec, m_box->itemText(index));
  });
  connect(m_box, &QComboBox::editTextChanged, this, &PresetBar::updateButtons);
  connect(m_save, &QToolButton::clicked, this, &PresetBar::saveRequested);
  connect(m_remove, &QToolButton::clicked, this, &PresetBar::removeNamed);
  read();
}

void PresetBar::read() {
  std::vector<base::Error> problems;
  m_presets = runs::readPresets(m_folder, problems);
  showNames(m_box->currentText());
  for (const base::Error& problem : problems) Q_EMIT failed(problem);
}

void PresetBar::showNames(const QString& typed) {
  const QSignalBlocker quiet(m_box);
  m_box->clear();
  for (const runs::Preset& each : m_presets) m_box->addItem(fromUtf8(each.name));
  m_box->setCurrentIndex(m_box->findText(typed));
  m_box->setEditText(typed);
  updateButtons();
}

void PresetBar::updateButtons() { m_remove->setEnabled(m_box->findText(m_box->currentText().trimmed()) >= 0); }

void PresetBar::save(const runs::RunSpec& spec, const QString& proposal) {
  const QString typed = m_box->currentText().trimmed();
  const QString name = typed.isEmpty() ? proposal : typed;
  if (const auto done = runs::savePreset(m_folder, {name.toStdString(), spec}); !done)
    return Q_EMIT failed(done.error());
  m_box->setEditText(name);
  read();
  Q_EMIT saved(name);
}

void PresetBar::removeNamed() {
  const std::string name = m_box->currentText().trimmed().toStdString();
  const auto found = std::ranges::find(m_presets, name, &runs::Preset::name);
  if (found == m_presets.end()) return;
  const runs::Preset removing = *found;
  if (const auto done = runs::removePreset(m_folder, name); !done) return Q_EMIT failed(done.error());
  m_removed = removing;
  m_box->setEditText({});
  read();
  Q_EMIT removed(fromUtf8(name));
}

void PresetBar::restore() {
  if (m_removed.name.empty()) return;
  if (const auto done = runs::savePreset(m_folder, m_removed); !done) return Q_EMIT failed(done.error());
  m_box->setEditText(fromUtf8(m_removed.name));
  m_removed = {};
  read();
}

QList<QWidget*> PresetBar::focusOrder() const { return {m_box, m_save, m_remove}; }

}  // namespace plumbline::ui
