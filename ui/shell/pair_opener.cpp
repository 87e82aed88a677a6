// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pair_opener.h"

#include <QFileInfo>
#include <QWidget>

#include "core/session/session.h"
#include "core/session/side_guess.h"
#include "ui/support/file_prompt.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

PairOpener::PairOpener(session::Session& session, FilePrompt& prompt, Guess guess, QWidget* window)
    : QObject(window), m_session(session), m_prompt(prompt), m_guess(std::move(guess)), m_window(window) {}

QString PairOpener::actualPath() const {
  const session::SnapshotPtr shown = m_session.snapshot();
  return shown ? QString::fromStdString(shown->actual.path) : m_session.actualPath();
}

QString PairOpener::expectedPath() const {
  const session::SnapshotPtr shown = m_session.snapshot();
  return shown ? QString::fromStdString(shown->expected.path) : m_session.expectedPath();
}

QString PairOpener::folder() const {
  const QString path = actualPath().isEmpty() ? expectedPath() : actualPath();
  return path.isEmpty() ? QString() : QFileInfo(path).absolutePath();
}

void PairOpener::openPair(const QString& actualPath, const QString& expectedPath) {
  QStringList chosen{actualPath, expectedPath};
  chosen.removeAll(QString());
  if (!chosen.isEmpty() && !session::isPair(chosen)) {
    const bool both = chosen.size() == 2;
    Q_EMIT sourcesWanted(both ? QStringList{actualPath} : chosen, both ? QStringList{expectedPath} : QStringList());
    return;
  }
  Q_EMIT pairWanted();
  m_session.open(actualPath, expectedPath);
}

void PairOpener::askForPair() {
  const FileQuestion question{tr("Open two CSV files: actual and expected"), folder(), true};
  m_prompt.ask(m_window, question, [this](const QStringList& paths) {
    if (paths.size() != 1) {
      openDropped(paths, DropSide::Actual);
      return;
    }
    const QString actual = paths.first();
    const FileQuestion second{tr("Now the expected file for %1").arg(QFileInfo(actual).fileName()),
                              QFileInfo(actual).absolutePath(), false};
    m_prompt.ask(m_window, second, [this, actual](const QStringList& more) { openPair(actual, more.value(0)); });
  });
}

void PairOpener::askFor(DropSide side) {
  const QString title = side == DropSide::Actual ? tr("Choose the actual file") : tr("Choose the expected file");
  m_prompt.ask(m_window, {title, folder(), false},
               [this, side](const QStringList& paths) { openDropped(paths, side); });
}

void PairOpener::openDropped(const QStringList& paths, DropSide side) {
  if (paths.isEmpty()) return;
  if (!session::isPair(paths)) {
    Q_EMIT sourcesWanted(paths, {});
  } else if (paths.size() == 1) {
    openOne(paths.first(), side);
  } else {
    const auto [actual, expected] = m_guess(paths.at(0), paths.at(1));
    openPair(actual, expected);
  }
}

void PairOpener::openOne(const QString& path, DropSide side) {
  if (side == DropSide::Actual) {
    openPair(path, expectedPath());
  } else {
    openPair(actualPath(), path);
  }
}

}  // namespace plumbline::ui
