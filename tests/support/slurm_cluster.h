// SPDX-License-Identifier: GPL-3.0-or-later
// A real Slurm of one node on this machine, for as long as a test wants it (slurm_cluster.py).
//
//   SlurmCluster cluster;
//   if (const QString why = cluster.start(); !why.isEmpty()) QSKIP(qPrintable(why));      // SLURM_CONF is set
//   cluster.stop("slurmctld"); ... cluster.startAgain("slurmctld");
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace plumbline::support {

class SlurmCluster {
 public:
  ~SlurmCluster();

  /// start starts munged, slurmctld and slurmd and sets SLURM_CONF. `settings` are further lines of slurm.conf
  /// ("MaxArraySize=5"). It gives the reason when one is not installed, or they cannot run here.
  QString start(const QStringList& settings = {});
  /// stop ends a daemon, startAgain begins it; both give "" or what went wrong.
  QString stop(const QByteArray& daemon) { return tell("stop " + daemon); }
  QString startAgain(const QByteArray& daemon) { return tell("start " + daemon); }

 private:
  QString tell(const QByteArray& line);
  QString answer();

  QTemporaryDir m_folder;
  QProcess m_script;
};

}  // namespace plumbline::support
