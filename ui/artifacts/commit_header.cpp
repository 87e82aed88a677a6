// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/commit_header.h"

#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {
namespace {

constexpr qsizetype kShortHash = 10;
/// A side slot of the pair's line is a button with its margins; this line is as high, so that nothing moves.
constexpr int kButtonRoom = 16;

QString commitTitle(const std::string& commit) {
  return commit.empty() ? CommitHeader::tr("no commit named") : QString::fromStdString(commit).left(kShortHash);
}

}  // namespace

QString sourcesTitle(const QStringList& sources) {
  if (sources.isEmpty()) return CommitHeader::tr("No commit is open");
  QStringList names;
  for (const QString& path : sources) names << QFileInfo(path).fileName();
  names.removeDuplicates();
  return names.join(u" + "_s);
}

CommitHeader::CommitHeader(QWidget* parent)
    : QFrame(parent), m_what(new ElidedLabel(Qt::ElideMiddle, this)), m_commitLabel(new PlainLabel(tr("commit"), this)),
      m_commits(addChoice(u"commitCombo"_s, tr("Commit on show"))), m_rulesLabel(new PlainLabel(tr("rules"), this)),
      m_rules(addChoice(u"commitRules"_s, tr("Rule set for the commit"))),
      m_reload(makeHeaderButton(u"commitReload"_s, this)),
      m_open(makeHeaderButton(u"commitOpen"_s, this)) {
  setObjectName(u"commitHeader"_s);
  setAccessibleName(tr("Opened sources and rules"));
  m_what->setObjectName(u"commitSources"_s);
  QFont name = m_what->font();
  name.setBold(true);
  m_what->setFont(name);
  for (auto [label, box] : {std::pair(m_commitLabel, m_commits), std::pair(m_rulesLabel, m_rules)}) {
    label->setBuddy(box);
    label->setForegroundRole(QPalette::PlaceholderText);
  }
  auto* line = makeRow(this, {16, 8, 8, 8}, 8, {{m_what, 1}});
  for (QWidget* part : {static_cast<QWidget*>(m_commitLabel), static_cast<QWidget*>(m_commits),
                        static_cast<QWidget*>(m_rulesLabel), static_cast<QWidget*>(m_rules),
                        static_cast<QWidget*>(m_reload), static_cast<QWidget*>(m_open)})
    line->addWidget(part);
  setMinimumHeight(fontMetrics().height() + 2 * kButtonRoom);
  connect(m_rules, &QComboBox::activated, this,
          [this](int index) { Q_EMIT rulesChosen(m_rules->itemData(index).toString()); });
  connect(m_commits, &QComboBox::activated, this,
          [this](int index) { Q_EMIT commitChosen(m_commits->itemData(index).toString()); });
  showSnapshot(nullptr, {});
}

QComboBox* CommitHeader::addChoice(const QString& name, const QString& accessible) {
  auto* box = new QComboBox(this);
  box->setObjectName(name);
  box->setAccessibleName(accessible);
  box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  box->setFocusPolicy(Qt::StrongFocus);
  box->installEventFilter(this);
  return box;
}

void CommitHeader::showSnapshot(const session::CommitSnapshotPtr& snapshot, const QStringList& sources) {
  m_what->setText(sourcesTitle(sources));
  m_what->setDetail(sources.join(u'\n'));
  const bool several = snapshot && snapshot->view->commits().size() > 1;
  for (QWidget* part : {static_cast<QWidget*>(m_commitLabel), static_cast<QWidget*>(m_commits)})
    part->setVisible(several);
  const bool rules = snapshot && !snapshot->offers.empty();
  for (QWidget* part : {static_cast<QWidget*>(m_rulesLabel), static_cast<QWidget*>(m_rules)}) part->setVisible(rules);
  if (several) fillCommits(*snapshot->view);
  if (rules) fillRuleChoice(*m_rules, snapshot->offers, QString::fromStdString(snapshot->ruleId));
}

void CommitHeader::fillCommits(const overview::CommitView& view) {
  const QSignalBlocker blocker(m_commits);
  m_commits->clear();
  for (const std::string& commit : view.commits())
    m_commits->addItem(commitTitle(commit), QString::fromStdString(commit));
  m_commits->setCurrentIndex(m_commits->findData(QString::fromStdString(view.commit())));
  m_commits->setToolTip(tr("Which of the opened commits is shown: %1").arg(QString::fromStdString(view.commit())));
}

bool CommitHeader::eventFilter(QObject* watched, QEvent* event) {
  // A wheel that scrolls past must not change what is judged.
  if (event->type() == QEvent::Wheel && (watched == m_rules || watched == m_commits)) {
    event->ignore();
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace plumbline::ui
