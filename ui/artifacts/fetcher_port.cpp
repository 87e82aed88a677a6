// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/artifacts/fetcher_port.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace plumbline::ui {

FetcherPort::FetcherPort(fetch::FetchOptions options, QObject* parent)
    : FetchPort(parent), m_options(std::move(options)) {
  if (m_options.token.empty())
    if (auto token = fetch::tokenFromEnvironment()) takeToken(*token);
}
FetcherPort::~FetcherPort() = default;

void FetcherPort::takeToken(const fetch::Token& token) {
  m_token = token;
  m_options.token = token.value;
  Q_EMIT tokenChanged();
}

void FetcherPort::start(const fetch::Target& target, bool offline) {
  cancel();
  if (offline || m_token || !m_options.token.empty()) return begin(target, offline);
  m_waiting = true;
  Q_EMIT said(u"Asking the keyring for a token"_s);
  m_tokens.read(this, [this, target, asked = m_asked](const fetch::Token& token) {
    takeToken(token);
    if (!m_waiting || asked != m_asked) return;
    m_waiting = false;
    begin(target, false);
  });
}

void FetcherPort::begin(const fetch::Target& target, bool offline) {
  fetch::FetchOptions options = m_options;
  options.offline = offline;
  m_fetcher = std::make_unique<fetch::Fetcher>(std::move(options));
  connect(m_fetcher.get(), &fetch::Fetcher::progress, this, &FetchPort::progress);
  connect(m_fetcher.get(), &fetch::Fetcher::said, this, &FetchPort::said);
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
    const QString from = m_token ? u" from "_s + QString::fromStdString(m_token->from) : QString();
    return u"token%1: 5 000 requests an hour"_s.arg(from);
  }
  return m_token ? u"no token: 60 requests an hour"_s : u"token: from the keyring, if there is one"_s;
}

}  // namespace plumbline::ui
