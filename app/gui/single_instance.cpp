// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/single_instance.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QStandardPaths>

#include "app/gui/unattended_run.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

constexpr qint64 kMaxRequestBytes = 1 << 20;
constexpr int kConnectMs = 1000;
constexpr int kAnswerMs = 5000;  // a window may be judging
const QByteArray kTaken = "taken\n"_ba;

struct TextMember {
  QLatin1StringView key;
  QString Options::*text;
};
struct ListMember {
  QLatin1StringView key;
  QStringList Options::*list;
};
/// What a running window can open; all else of the options asks for a window of its own.
constexpr TextMember kTexts[] = {{"actual"_L1, &Options::actual}, {"expected"_L1, &Options::expected}, {"fetch"_L1, &Options::fetch},
                                 {"fp64"_L1, &Options::fp64},     {"rules"_L1, &Options::rules},       {"page"_L1, &Options::page}};
constexpr ListMember kLists[] = {
    {"sources"_L1, &Options::sources}, {"trees"_L1, &Options::trees}, {"same"_L1, &Options::same}, {"margins"_L1, &Options::margins}};

QString socketName() { return QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation) + u"/plumbline-window"_s; }

/// absolute: the window has another working folder. What is no file, such as a commit, stays.
QString absolute(const QString& text) {
  const QFileInfo file(text);
  return !text.isEmpty() && file.exists() ? file.absoluteFilePath() : text;
}

QByteArray requestFrom(const Options& options) {
  QJsonObject request{{u"version"_s, QCoreApplication::applicationVersion()}, {u"sample"_s, options.sample}};
  for (const auto& [key, text] : kTexts) request.insert(key, absolute(options.*text));
  for (const auto& [key, list] : kLists) {
    QJsonArray values;
    for (const QString& value : options.*list) values.append(absolute(value));
    request.insert(key, values);
  }
  return QJsonDocument(request).toJson(QJsonDocument::Compact) + '\n';
}

std::optional<Options> optionsFrom(const QByteArray& line) {
  const QJsonObject request = QJsonDocument::fromJson(line).object();
  if (request.value("version"_L1).toString() != QCoreApplication::applicationVersion()) return std::nullopt;
  Options options;
  options.sample = request.value("sample"_L1).toBool();
  for (const auto& [key, text] : kTexts) options.*text = request.value(key).toString();
  for (const auto& [key, list] : kLists) {
    const QJsonArray values = request.value(key).toArray();
    for (const auto& value : values) (options.*list).append(value.toString());
  }
  return options;
}

}  // namespace

bool isHandedOver(const Options& options) {
  const bool isOwn = options.isOwnWindow || options.isNew || !options.isRemembered || options.theme || options.size.isValid() ||
                     !options.store.isEmpty() || UnattendedRun::isRequestedBy(options);
  if (isOwn) return false;
  QLocalSocket socket;
  socket.connectToServer(socketName());
  if (!socket.waitForConnected(kConnectMs)) return false;
  socket.write(requestFrom(options));
  while (!socket.canReadLine())
    if (!socket.waitForReadyRead(kAnswerMs)) return false;
  return socket.readLine() == kTaken;
}

SingleInstance::SingleInstance() {
  m_server.setSocketOptions(QLocalServer::UserAccessOption);
  connect(&m_server, &QLocalServer::newConnection, this, &SingleInstance::accept);
  QLocalSocket other;
  other.connectToServer(socketName());
  if (other.waitForConnected(kConnectMs)) return;  // listen() would take the name from a server that runs
  QLocalServer::removeServer(socketName());        // of a window that crashed
  m_server.listen(socketName());
}

void SingleInstance::accept() {
  while (QLocalSocket* socket = m_server.nextPendingConnection()) {
    connect(socket, &QLocalSocket::disconnected, socket, &QObject::deleteLater);
    connect(socket, &QLocalSocket::readyRead, this, [this, socket] { readFrom(*socket); });
  }
}

void SingleInstance::readFrom(QLocalSocket& socket) {
  if (!socket.canReadLine()) {
    if (socket.bytesAvailable() > kMaxRequestBytes) socket.abort();
    return;
  }
  const std::optional<Options> options = optionsFrom(socket.readLine(kMaxRequestBytes));
  socket.write(options ? kTaken : "refused\n"_ba);
  socket.flush();
  socket.disconnectFromServer();
  if (options) Q_EMIT openRequested(*options);
}

}  // namespace plumbline::app
