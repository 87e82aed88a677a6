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
      m_place(new QComboBox(this)),
      m_reason(field(tr("Reason"), tr("Reason: what makes it flaky?"), this)),
      m_issue(field(tr("Issue"), tr("Issue: #123 or link"), this)),
      m_expires(field(tr("Last day"), tr("Last day: 2026-12-31"), this)) {
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

base::Result<FlakyForm::Answer> FlakyForm::answer() const {
  Answer answer{.place = std::max(0, m_place->currentIndex()), .words = {}};
  answer.words.reason = m_reason->text().trimmed().toStdString();
  answer.words.issue = m_issue->text().trimmed().toStdString();
  if (answer.words.reason.empty() && answer.words.issue.empty())
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text = tr("Say what makes it flaky, or name the issue.").toStdString()});
  const QString day = m_expires->isEnabled() ? m_expires->text().trimmed() : QString();
  if (day.isEmpty()) return answer;
  answer.words.expires = flaky::parseDate(day.toStdString());
  if (!answer.words.expires)
    return base::fail({.code = base::ErrorCode::BadArgument,
                       .text = tr("\"%1\" is not a day; write it as 2026-12-31.").arg(day).toStdString()});
  return answer;
}

void FlakyForm::focusFirst() {
  m_reason->setFocus(Qt::OtherFocusReason);
  m_reason->selectAll();
}

}  // namespace plumbline::ui
