// SPDX-License-Identifier: GPL-3.0-or-later
// An https server on this machine that answers every request with the same bytes. Its certificate is self-signed, for
// "localhost"; the key is for this test alone.
//
//   TlsServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
//   trust(server.certificate());          // before the first request that shall succeed
#pragma once

#include <QHostAddress>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslServer>
#include <QTcpSocket>
#include <string>

namespace plumbline::support {

inline constexpr const char* kTlsKey =
    "-----BEGIN PRIVATE KEY-----\n"
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgrA96U+59/+rbHBtB\n"
    "cDL0NlLbpQxTOT5bwqndBq3I02+hRANCAASAWUcVFlwRdWZY+pEnQzA5yTf4gdSi\n"
    "shVPapbm/W5d0ezTVeJOzkfr3DpkyO149RwQzSBMa2tkIv0rvA6qdPqd\n"
    "-----END PRIVATE KEY-----\n";
inline constexpr const char* kTlsCertificate =
    "-----BEGIN CERTIFICATE-----\n"
    "MIIBYTCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv\n"
    "c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM\n"
    "CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABIBZRxUWXBF1Zlj6\n"
    "kSdDMDnJN/iB1KKyFU9qlub9bl3R7NNV4k7OR+vcOmTI7Xj1HBDNIExra2Qi/Su8\n"
    "Dqp0+p2jSDBGMBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAPBgNVHRMBAf8EBTADAQH/\n"
    "MB0GA1UdDgQWBBQ1tj2jJEcQ9tfNlqqYSYr0SI81rjAKBggqhkjOPQQDAgNIADBF\n"
    "AiEAmTFM9eTemSeXnNkEMoUj6pNoTcV3+HxekaY/bMFrAcUCIHE+a4CsT15cCeN1\n"
    "7lHrN+Y7xRdCx+Pye3xfSkp+lEW4\n"
    "-----END CERTIFICATE-----\n";

class TlsServer {
 public:
  explicit TlsServer(const QByteArray& answer) {
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(certificate());
    configuration.setPrivateKey(QSslKey(kTlsKey, QSsl::Ec));
    m_server.setSslConfiguration(configuration);
    QObject::connect(&m_server, &QSslServer::pendingConnectionAvailable, &m_server, [this, answer] {
      while (QTcpSocket* socket = m_server.nextPendingConnection())
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, answer] {
          ++m_requests;
          socket->readAll();
          socket->write(answer);
          socket->disconnectFromHost();
        });
    });
    m_server.listen(QHostAddress::LocalHost);
  }

  static QSslCertificate certificate() { return QSslCertificate(kTlsCertificate); }
  std::string url(const char* host) const {
    return "https://" + std::string(host) + ":" + std::to_string(m_server.serverPort());
  }
  int requests() const { return m_requests; }

 private:
  QSslServer m_server;
  int m_requests = 0;
};

}  // namespace plumbline::support
