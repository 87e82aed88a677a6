// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/triage/flaky_form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>

#include "ui/support/text_field.h"
#include "ui/theme/theme.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QLineEdit* field(const QString& name, const QString& placeholder, QWidget* parent) {
  auto* made = new QLineEdit(parent);
  made->setAccessibleName(name);
  made->setPlaceholderText(placeholder);
  made->setTextMargins(kGrid / 2, 0, kGrid / 2, 0);
  prepareTextField(*made);
  return made;
}

}  // namespace

FlakyForm::FlakyForm(QWidget* parent)
    : QWidget(parent),
      m_reason(field(tr("Reason"), tr("Reason: what makes it flaky?"), this)),
      m_place(new QComboBox(this)),
      m_issue(field(tr("Issue"), tr("Issue or link"), this)),
      m_expires(field(tr("Last day"), tr("Until 2026-12-31"), this)) {
  m_place->setAccessibleName(tr("Flaky list"));
  m_place->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_place->setMinimumContentsLength(12);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  layout->addWidget(m_reason, 4);
  layout->addWidget(m_place, 3);
  layout->addWidget(m_issue, 2);
  layout->addWidget(m_expires, 2);
  connect(m_place, &QComboBox::currentIndexChanged, this, [this](int index) {
    const bool can = m_canExpire.value(index, false);
    m_expires->setEnabled(can);
    m_expires->setToolTip(can ? tr("The entry excuses up to this day") : tr("A check script has no room for a date"));
  });
}

void FlakyForm::ask(const Question& question) {
  const QString before = m_place->currentText();
  m_canExpire = question.canExpire;
  m_place->clear();
  m_place->addItems(question.places);
  for (qsizetype i = 0; i < question.places.size(); ++i)
    m_place->setItemData(static_cast<int>(i), question.places.at(i), Qt::ToolTipRole);
  m_place->setCurrentIndex(std::max(0, static_cast<int>(question.places.indexOf(before))));
}

FlakyForm::Answer FlakyForm::answer() const {
  // A day that the list has no room for is left in its field for the next list, and counts for nothing here.
  const QString day = m_expires->isEnabled() ? m_expires->text() : QString();
  return {.place = std::max(0, m_place->currentIndex()),
          .words = {.reason = m_reason->text().trimmed().toStdString(),
                    .issue = m_issue->text().trimmed().toStdString(),
                    .expires = day.trimmed().toStdString()}};
}

void FlakyForm::focusFirst() {
  m_reason->setFocus(Qt::OtherFocusReason);
  m_reason->selectAll();
}

}  // namespace plumbline::ui
