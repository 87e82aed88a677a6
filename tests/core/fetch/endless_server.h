// SPDX-License-Identifier: GPL-3.0-or-later
// A server whose answers have no end: after the status line and `head` it repeats `piece`, every few milliseconds or as
// fast as the client reads.
//
//   EndlessServer server("", "A: b\r\n", 0);      // headers without end
//   fetchFrom({.endpoints = {server.url(), server.url()}}, ...);
#pragma once

#include <QHostAddress>
#include <QSemaphore>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>
#include <future>
#include <string>

#include "core/tasks/object_thread.h"

namespace plumbline::support {

class EndlessServer {
 public:
  EndlessServer(const QByteArray& head, const QByteArray& piece, int everyMs)
      : m_thread([this, head, piece, everyMs] {
          auto listener = std::make_unique<QTcpServer>();
          QTcpServer* server = listener.get();
          QObject::connect(server, &QTcpServer::newConnection, server, [this, server, head, piece, everyMs] {
            while (QTcpSocket* socket = server->nextPendingConnection()) serve(socket, head, piece, everyMs);
          });
          server->listen(QHostAddress::LocalHost);
          return listener;
        }) {
    std::promise<quint16> port;
    m_thread.post([&port](QTcpServer& server) { port.set_value(server.serverPort()); });
    m_port = port.get_future().get();
  }

  std::string url() const { return "http://127.0.0.1:" + std::to_string(m_port); }
  bool waitForRequest() { return m_requests.tryAcquire(1, kLimitMs); }
  bool waitForDisconnect() { return m_disconnects.tryAcquire(1, kLimitMs); }

 private:
  static constexpr int kLimitMs = 60'000;

  void serve(QTcpSocket* socket, const QByteArray& head, const QByteArray& piece, int everyMs) {
    QObject::connect(socket, &QTcpSocket::disconnected, socket, [this, socket] {
      m_disconnects.release();
      socket->deleteLater();
    });
    QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, head, piece, everyMs] {
      if (!socket->readAll().contains("\r\n\r\n")) return;
      m_requests.release();
      socket->write("HTTP/1.1 200 OK\r\n" + head);
      if (everyMs == 0) {
        QObject::connect(socket, &QTcpSocket::bytesWritten, socket, [socket, piece] {
          while (socket->state() == QTcpSocket::ConnectedState && socket->bytesToWrite() < 1'000'000) socket->write(piece);
        });
      } else {
        auto* timer = new QTimer(socket);
        QObject::connect(timer, &QTimer::timeout, socket, [socket, piece] {
          if (socket->isOpen()) socket->write(piece);
        });
        timer->start(everyMs);
      }
    });
  }

  quint16 m_port = 0;
  QSemaphore m_requests, m_disconnects;
  tasks::ObjectThread<QTcpServer> m_thread;  ///< last: it ends before what it uses
};

}  // namespace plumbline::support
