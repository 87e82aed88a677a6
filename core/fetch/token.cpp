// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fetch/token.h"

#include <qt6keychain/keychain.h>

#include <QPointer>
#include <QTimer>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <utility>

#include "core/tasks/object_thread.h"

namespace plumbline::fetch {
namespace {

/// usable drops blanks around a token; anything odd inside would end up in a header.
std::string usable(std::string text) {
  const auto isOdd = [](unsigned char c) { return c <= ' ' || c >= 0x7f; };
  while (!text.empty() && isOdd(static_cast<unsigned char>(text.back()))) text.pop_back();
  const auto begin = std::find_if_not(text.begin(), text.end(), isOdd);
  text.erase(text.begin(), begin);
  return std::ranges::any_of(text, isOdd) ? std::string() : text;
}

/// hasSessionBus: without one there is no keyring, and asking might try to start one.
bool hasSessionBus() {
  const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address != nullptr && address[0] != 0) return true;
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  return runtime != nullptr && std::filesystem::exists(std::string(runtime) + "/bus", error);
}

base::Error noKeyring(std::string what) {
  return {base::ErrorCode::NotWritable, std::move(what), "Unlock it, or set GITHUB_TOKEN in the environment instead."};
}

/// Keyring lives on the reader's thread.
class Keyring : public QObject {
 public:
  using Done = std::function<void(const Token&)>;

  explicit Keyring(Secret secret) : m_secret(std::move(secret)) {}

  void ask(std::chrono::milliseconds limit, Done done) {
    auto* job = new QKeychain::ReadPasswordJob(QStringLiteral("plumbline"), this);
    job->setKey(QString::fromStdString(m_secret.key));
    job->setAutoDelete(true);
    // The first of the two answers; the other one does nothing.
    auto shared = std::make_shared<Done>(std::move(done));
    const auto answer = [shared](const std::string& value) {
      if (const Done waiting = std::exchange(*shared, {}))
        waiting(value.empty() ? Token{} : Token{value, "the keyring"});
    };
    connect(job, &QKeychain::Job::finished, this, [this, job, answer] {
      const std::string text = job->error() == QKeychain::NoError ? job->textData().toStdString() : std::string();
      answer(m_secret.isPassword ? text : usable(text));
    });
    QTimer::singleShot(limit, this, [answer] { answer({}); });
    job->start();
  }

  using Written = std::function<void(const std::optional<base::Error>&)>;

  void write(const std::string& token, const Written& done) {
    QKeychain::Job* job = nullptr;
    if (token.empty()) {
      job = new QKeychain::DeletePasswordJob(QStringLiteral("plumbline"), this);
    } else {
      auto* writing = new QKeychain::WritePasswordJob(QStringLiteral("plumbline"), this);
      writing->setTextData(QString::fromStdString(token));
      job = writing;
    }
    job->setKey(QString::fromStdString(m_secret.key));
    job->setInsecureFallback(false);
    job->setAutoDelete(true);
    connect(job, &QKeychain::Job::finished, this, [job, done] {
      const bool isDone = job->error() == QKeychain::NoError || job->error() == QKeychain::EntryNotFound;
      done(isDone ? std::nullopt : std::optional(noKeyring("The keyring refuses: " + job->errorString().toStdString() + '.')));
    });
    job->start();
  }

 private:
  Secret m_secret;
};

}  // namespace

std::optional<Token> tokenFromEnvironment(const Secret& secret) {
  for (const std::string& name : secret.variables) {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) continue;
    if (std::string token = usable(value); !token.empty()) return Token{std::move(token), name};
  }
  return std::nullopt;
}

struct TokenReader::Private {
  Secret secret;
  std::chrono::milliseconds limit;
  QObject home;                                           ///< on the owner's thread, where answers arrive
  std::unique_ptr<tasks::ObjectThread<Keyring>> keyring;  ///< made when it is first needed; ends before `home` does

  void ask(Keyring::Done done) {
    if (auto token = tokenFromEnvironment(secret)) return done(*token);
    if (!hasSessionBus()) return done({});
    ring().post([wait = limit, done = std::move(done)](Keyring& made) { made.ask(wait, done); });
  }
  tasks::ObjectThread<Keyring>& ring() {
    if (!keyring) keyring = std::make_unique<tasks::ObjectThread<Keyring>>([one = secret] { return std::make_unique<Keyring>(one); });
    return *keyring;
  }
};

TokenReader::TokenReader(std::chrono::milliseconds limit) : TokenReader(Secret{}, limit) {}

TokenReader::TokenReader(Secret secret, std::chrono::milliseconds limit) : d(std::make_unique<Private>()) {
  d->secret = std::move(secret);
  d->limit = limit;
}

TokenReader::~TokenReader() = default;

void TokenReader::read(QObject* context, std::function<void(const Token&)> done) {
  d->ask([home = &d->home, alive = QPointer<QObject>(context), done = std::move(done)](const Token& token) {
    QMetaObject::invokeMethod(
        home,
        [alive, done, token] {
          if (alive) done(token);
        },
        Qt::QueuedConnection);
  });
}

void TokenReader::write(QObject* context, const std::string& token, Keyring::Written done) {
  const auto answer = [home = &d->home, alive = QPointer<QObject>(context), done = std::move(done)](const std::optional<base::Error>& error) {
    QMetaObject::invokeMethod(
        home,
        [alive, done, error] {
          if (alive) done(error);
        },
        Qt::QueuedConnection);
  };
  if (!token.empty() && usable(token).empty())
    return answer(base::Error{base::ErrorCode::BadArgument, "This is no token.", "Paste it without blanks inside."});
  if (!hasSessionBus()) return answer(noKeyring("There is no keyring in this session."));
  d->ring().post([value = usable(token), answer](Keyring& made) { made.write(value, answer); });
}

Token TokenReader::readNow() {
  auto answer = std::make_shared<std::promise<Token>>();
  std::future<Token> token = answer->get_future();
  d->ask([answer](const Token& value) { answer->set_value(value); });
  return token.get();
}

}  // namespace plumbline::fetch
