// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/python_check.h"

#include <QFile>
#include <QFileInfo>
#include <vector>

#include "core/flaky/script_compiles.h"
#include "core/session/load_support.h"

using namespace Qt::StringLiterals;

namespace plumbline::session {
namespace {

using baselines::Drafts;

bool isScript(const Drafts::File& file) { return file.path.ends_with(".py"); }

QString sentence(const std::string& path, const flaky::CompileProblem& problem) {
  const QString name = QFileInfo(toShownPath(path)).fileName();
  return u"%1 would not compile any more: line %2: %3."_s.arg(
      name, QString::number(problem.line), QString::fromStdString(problem.words));
}

}  // namespace

PythonCheck::PythonCheck(const QString& program, QObject* parent)
    : QObject(parent),
      m_program(program.isEmpty() ? "python3" : QFile::encodeName(program).toStdString()),
      m_runner([this](const base::Outcome<QStringList>& problems) {
        Q_EMIT done(problems.isValue() ? problems.value() : QStringList());
      }) {}

bool PythonCheck::hasScripts(const Drafts& drafts) {
  for (const Drafts::File* file : drafts.changed())
    if (isScript(*file)) return true;
  return false;
}

void PythonCheck::start(const Drafts& drafts) {
  std::vector<Drafts::File> scripts;
  for (const Drafts::File* file : drafts.changed())
    if (isScript(*file)) scripts.push_back(*file);
  m_runner.run([scripts = std::move(scripts),
                program = m_program](const base::Progress& progress) -> base::Outcome<QStringList> {
    QStringList problems;
    for (const Drafts::File& script : scripts) {
      if (progress.stopRequested()) return base::Cancelled{};
      const auto problem = flaky::compileProblem(script.saved, script.pending, program, progress.stopToken());
      if (problem) problems << sentence(script.path, *problem);
    }
    return problems;
  });
}

}  // namespace plumbline::session
