// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slurm_cluster.h"

#include <QElapsedTimer>
#include <QFile>

namespace plumbline::support {
namespace {

constexpr int kPatienceMs = 100'000;  // of three daemons, each given thirty seconds

}  // namespace

SlurmCluster::~SlurmCluster() {
  if (m_script.state() == QProcess::NotRunning) return;
  m_script.closeWriteChannel();
  if (m_script.waitForFinished(kPatienceMs)) return;
  m_script.kill();
  m_script.waitForFinished(5'000);
}

QString SlurmCluster::start(const QStringList& settings) {
  m_script.setStandardErrorFile(QProcess::nullDevice());
  m_script.start(
      QStringLiteral("/usr/bin/python3"),
      QStringList{QStringLiteral(PLUMBLINE_SOURCE_DIR "/tests/support/slurm_cluster.py"), m_folder.path()} + settings);
  const QString said = answer();
  if (said != QStringLiteral("ready"))
    return said.isEmpty() ? QStringLiteral("Slurm's script cannot run here") : said.mid(4);
  qputenv("SLURM_CONF", QFile::encodeName(m_folder.filePath(QStringLiteral("slurm.conf"))));
  return {};
}

QString SlurmCluster::tell(const QByteArray& line) {
  m_script.write(line + "\n");
  const QString said = answer();
  return said == QStringLiteral("done") ? QString() : said;
}

QString SlurmCluster::answer() {
  QElapsedTimer clock;
  clock.start();
  while (!m_script.canReadLine() && clock.elapsed() < kPatienceMs)
    if (!m_script.waitForReadyRead(kPatienceMs)) break;
  return QString::fromUtf8(m_script.readLine()).trimmed();
}

}  // namespace plumbline::support
