// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does on the sources page to a path or a file.
#include <QFileInfo>

#include "ui/artifacts/sources_page_private.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

using session::FileState;
using session::SourceFile;

namespace {

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), qsizetype(utf8.size())); }

/// "shard 2 of inductor_torchbench_training"
QString shardWords(const SourceFile& file) {
  const QString name = text(configs::configName(file.identity->config));
  return file.identity->shard > 0 ? u"shard %1 of %2"_s.arg(file.identity->shard).arg(name) : name;
}

}  // namespace

QString SourcesPage::Private::folder() const {
  const QStringList open = session.sources();
  return open.isEmpty() ? QString() : QFileInfo(open.last()).path();
}

void SourcesPage::Private::openFolder(bool isTree) {
  const FileQuestion question{.title = isTree ? u"Open a tree of baselines"_s : u"Open a folder of results"_s,
                              .folder = folder(),
                              .wantsFolder = true};
  prompt.ask(page, question, [this, isTree](const QStringList& chosen) {
    if (isTree)
      session.addTrees(chosen);
    else
      session.add(chosen);
  });
}

void SourcesPage::Private::openFiles() {
  const FileQuestion question{.title = u"Open results"_s,
                              .folder = folder(),
                              .several = true,
                              .kinds = u"Results (*.zip *.csv *.json *.jsonl *.log *.txt);;All files (*)"_s};
  prompt.ask(page, question, [this](const QStringList& chosen) { session.add(chosen); });
}

void SourcesPage::Private::removePath() {
  const QModelIndex index = paths->currentIndex();
  if (index.isValid()) session.remove(pathText(pathsModel->path(index.row()).path));
}

void SourcesPage::Private::switchCurrent() {
  if (!hasCurrent()) return;
  const SourceFile& file = current();
  const QString origin = QString::fromStdString(file.origin);
  switch (file.state) {
    case FileState::Unnamed:
      startAssign();
      break;
    case FileState::NotUsed:
      tell(u"%1 is chosen by hand"_s.arg(shardWords(file)));
      session.chooseAttempt(origin);
      break;
    case FileState::Used:
      if (file.chosen) {
        tell(u"The rule chooses for %1"_s.arg(shardWords(file)));
        session.forgetChoice(origin);
      } else {
        tell(u"It is used already. Space on another attempt of the shard switches"_s);
      }
      break;
    case FileState::OtherCommit: {
      const std::string& commit = file.identity->commit;
      session.showCommit(commit.empty() ? QString::fromLatin1(overview::kNoCommit) : text(commit));
      break;
    }
    case FileState::Unreadable:
    case FileState::Doubled:
      tell(text(file.why));
      break;
  }
}

bool SourcesPage::Private::canAssign() const {
  return hasCurrent() && current().state != FileState::Unreadable && current().state != FileState::Doubled;
}

void SourcesPage::Private::startAssign() {
  if (!canAssign()) return;
  form->start(current(), shownOrigin(*list, current()));
  form->show();
  form->focusFirst();
  Q_EMIT page->actionsChanged();
}

/// checkAssign says below the fields what the file would become, with the words of the core.
void SourcesPage::Private::checkAssign() {
  if (!shown) return;
  const std::string name = form->configName();
  if (name.empty()) {
    form->say(u"Say at least test and suite"_s, false);
    return;
  }
  const auto identity = session::assignedIdentity(*shown, form->origin(), name, form->shard(), form->shards());
  if (!identity) {
    form->say(text(identity.error().text) + u' ' + text(identity.error().hint), true);
    return;
  }
  QString words = text(configs::configName(identity->config));
  if (identity->shard > 0) words += u", shard %1"_s.arg(identity->shard);
  if (identity->shards > 0) words += u" of %1"_s.arg(identity->shards);
  if (shown->view->find(identity->config) == nullptr) words += u": no other file is of this config"_s;
  form->say(words, false);
}

void SourcesPage::Private::sendAssign() {
  if (!shown) return;
  const auto identity =
      session::assignedIdentity(*shown, form->origin(), form->configName(), form->shard(), form->shards());
  if (!identity) {
    checkAssign();
    if (form->configName().empty()) form->say(u"Test and suite are needed"_s, true);
    return;
  }
  // The next file without a name comes by itself; after the last one the table stays with what was named.
  const int row = model->rowOf(form->origin());
  wanted = form->origin();
  for (int step = 1; step < model->rowCount(); ++step) {
    const SourceFile& next = model->file((std::max(row, 0) + step) % model->rowCount());
    if (next.state != FileState::Unnamed || next.origin == form->origin()) continue;
    wanted = next.origin;
    break;
  }
  tell(u"Named: %1"_s.arg(text(configs::configName(identity->config))));
  session.assign(QString::fromStdString(form->origin()), *identity);
  closeForm();
}

void SourcesPage::Private::closeForm() {
  form->hide();
  focusTable();
  Q_EMIT page->actionsChanged();
}

void SourcesPage::Private::forgetAssignment() {
  if (!hasCurrent() || !current().assigned) return;
  tell(u"The file's own name decides again"_s);
  session.forgetAssignment(QString::fromStdString(current().origin));
}

void SourcesPage::Private::useRule(overview::AttemptRule rule) {
  tell(rule == overview::AttemptRule::First ? u"The first attempt counts"_s : u"The latest complete attempt counts"_s);
  session.useAttempts(rule);
}

}  // namespace plumbline::ui
