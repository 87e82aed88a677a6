// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/script_outputs.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/triage/script_output_view.h"
#include "ui/triage/utf8_text.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

ScriptOutputs::ScriptOutputs(const Theme& theme, QWidget* parent)
    : QWidget(parent), m_theme(theme), m_bar(new QHBoxLayout), m_buttons(new QButtonGroup(this)),
      m_stack(new QStackedLayout) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_bar->setContentsMargins(kGrid / 2, kGrid / 2, kGrid / 2, 0);
  m_bar->setSpacing(kGrid / 2);
  m_bar->addStretch();
  layout->addLayout(m_bar);
  layout->addLayout(m_stack, 1);
  connect(m_buttons, &QButtonGroup::idClicked, this, &ScriptOutputs::choose);
}

void ScriptOutputs::setTheme(const Theme& theme) {
  m_theme = theme;
  for (ScriptOutputView* view : m_views) view->setTheme(theme);
}

void ScriptOutputs::show(const std::shared_ptr<const verdicts::Comparison>& comparison) {
  const int front = std::max(0, m_stack->currentIndex());
  const auto count = comparison ? static_cast<qsizetype>(comparison->checks().size()) : 0;
  while (m_views.size() > count) {
    delete m_buttons->button(static_cast<int>(m_views.size()) - 1);
    delete m_views.takeLast();
  }
  for (qsizetype c = 0; c < count; ++c) {
    const verdicts::CheckSummary& check = comparison->checks()[static_cast<std::size_t>(c)];
    const QString name = fromUtf8(checkName(check.check));
    if (m_views.size() <= c) {
      m_views << new ScriptOutputView(m_theme, this);
      m_stack->addWidget(m_views.back());
      auto* made = new QToolButton(this);
      made->setCheckable(true);
      made->setFocusPolicy(Qt::TabFocus);
      m_buttons->addButton(made, static_cast<int>(c));
      m_bar->insertWidget(static_cast<int>(c), made);
    }
    auto* button = qobject_cast<QToolButton*>(m_buttons->button(static_cast<int>(c)));
    button->setText(name);
    button->setToolTip(u"The whole text of the %1 check; it exits %2"_s.arg(name).arg(check.exitCode));
    m_views[c]->show(comparison, static_cast<std::size_t>(c));
  }
  if (count > 0) choose(std::min(front, static_cast<int>(count) - 1));
}

void ScriptOutputs::choose(int check) {
  m_stack->setCurrentIndex(check);
  if (QAbstractButton* button = m_buttons->button(check)) button->setChecked(true);
}

void ScriptOutputs::pointAt(const QString& model) {
  for (ScriptOutputView* view : m_views) view->pointAt(model);
}

bool ScriptOutputs::showNext() {
  const int next = m_stack->currentIndex() + 1;
  choose(next < m_stack->count() ? next : 0);
  return next < m_stack->count();
}

ScriptOutputView* ScriptOutputs::current() const { return m_views.value(m_stack->currentIndex()); }

}  // namespace plumbline::ui
