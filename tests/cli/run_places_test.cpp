// SPDX-License-Identifier: GPL-3.0-or-later
// The `run` commands with a real sshd and a real Slurm on loopback.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include "tests/cli/run_command_test.h"
#include "tests/support/slurm_cluster.h"
#include "tests/support/ssh_server.h"

using namespace plumbline;
using namespace plumbline::support;

namespace {

qsizetype recordsIn(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).array().size() : -1;
}

}  // namespace

void RunCommandTest::overSsh() {
  SshServer server;
  if (const QString why = server.start(); !why.isEmpty()) QSKIP(qPrintable(why));
  qputenv("PLUMBLINE_SSH_CONFIG", server.clientConfig());
  const Ran ran = run(torchcache({"--model", "llama", "--model", "fail", "--on", std::string("ssh:") + SshServer::host()}));
  QVERIFY2(ran.exit == 1, ran.err.constData());
  QCOMPARE(recordsIn(m_out), 3);
  QVERIFY2(ran.err.contains("fail: failed"), ran.err.constData());
  QVERIFY(run({"run", "log", "last", "--folder", runs()}).out.contains("RuntimeError: fail fails because it is asked to"));
  QVERIFY(run({"run", "list", "--folder", runs()}).out.contains("ssh:bench"));
  QFile::remove(m_out);
  const Ran refused = run(torchcache({"--model", "llama", "--on", std::string("ssh:") + SshServer::strangersHost()}));
  QVERIFY2(refused.exit == 3, refused.err.constData());
  QVERIFY(!QFile::exists(m_out));
  qunsetenv("PLUMBLINE_SSH_CONFIG");
}

void RunCommandTest::onSlurm() {
  SlurmCluster cluster;
  if (const QString why = cluster.start(); !why.isEmpty()) QSKIP(qPrintable(why));
  const Ran ran = run(torchcache({"--model", "llama", "--model", "moco", "--jobs", "2", "--on", "slurm", "--timeout", "100"}));
  QVERIFY2(ran.exit == 0, ran.err.constData());
  QCOMPARE(recordsIn(m_out), 6);
  const Ran refused = run(torchcache({"--model", "llama", "--on", "slurm:nosuchpartition"}));
  QVERIFY2(refused.exit == 3, refused.err.constData());
}
