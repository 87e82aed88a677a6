// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/fetch_port.h"

#include <utility>

#include "ui/support/notice_strip.h"

using namespace Qt::StringLiterals;

namespace plumbline::ui {

FetcherPort::FetcherPort(fetch::FetchOptions options, QObject* parent)
    : FetchPort(parent), m_options(std::move(options)) {
  if (m_options.token.empty())
    if (auto token = fetch::tokenFromEnvironment()) useToken(*token);
}
FetcherPort::~FetcherPort() = default;

void FetcherPort::useToken(const fetch::Token& token) {
  m_token = token;
  m_options.token = token.value;
  Q_EMIT tokenChanged();
}

void FetcherPort::setOptions(const fetch::FetchOptions& options) {
  m_options.cacheFolder = options.cacheFolder;
  m_options.endpoints = options.endpoints;
}

void FetcherPort::saveToken(const QString& token, std::function<void(const QString& problem)> done) {
  m_tokens.write(this, token.toStdString(), [this, token, done = std::move(done)](const std::optional<base::Error>& error) {
    if (!error && !fetch::tokenFromEnvironment())
      useToken({token.trimmed().toStdString(), token.isEmpty() ? std::string() : "the keyring"});
    done(error ? sentenceOf(*error) : QString());
  });
}

void FetcherPort::start(const fetch::Target& target, bool offline) {
  cancel();
  if (offline || m_token || !m_options.token.empty()) return begin(target, offline);
  m_waiting = true;
  Q_EMIT statusMessage(tr("Asking the keyring for a token"));
  m_tokens.read(this, [this, target, asked = m_asked](const fetch::Token& token) {
    useToken(token);
    if (!m_waiting || asked != m_asked) return;
    m_waiting = false;
    begin(target, false);
  });
}

void FetcherPort::readOptions(std::function<void(const fetch::FetchOptions&)> done) {
  if (m_token || !m_options.token.empty()) return done(m_options);
  m_tokens.read(this, [this, done = std::move(done)](const fetch::Token& token) {
    useToken(token);
    done(m_options);
  });
}

void FetcherPort::begin(const fetch::Target& target, bool offline) {
  fetch::FetchOptions options = m_options;
  options.offline = offline;
  m_fetcher = std::make_unique<fetch::Fetcher>(std::move(options));
  connect(m_fetcher.get(), &fetch::Fetcher::progress, this, &FetchPort::progress);
  connect(m_fetcher.get(), &fetch::Fetcher::statusMessage, this, &FetchPort::statusMessage);
  connect(m_fetcher.get(), &fetch::Fetcher::finished, this, &FetchPort::finished);
  connect(m_fetcher.get(), &fetch::Fetcher::failed, this, &FetchPort::failed);
  m_fetcher->start(target);
}

void FetcherPort::cancel() {
  ++m_asked;
  m_waiting = false;
  if (!m_fetcher) return;
  m_fetcher->disconnect(this);
  m_fetcher->cancel();
  // Cancel may come from one of its own signals; its thread ends with the port at the latest.
  fetch::Fetcher* stopped = m_fetcher.release();
  stopped->setParent(this);
  stopped->deleteLater();
}

bool FetcherPort::isBusy() const { return m_waiting || (m_fetcher && m_fetcher->isBusy()); }

QString FetcherPort::tokenText() const {
  if (!m_options.token.empty()) {
    return m_token ? tr("token from %1: 5,000 requests an hour").arg(QString::fromStdString(m_token->from)) : tr("token: 5,000 requests an hour");
  }
  return m_token ? tr("no token: 60 requests an hour") : tr("token: from the keyring, if there is one");
}

}  // namespace plumbline::ui
