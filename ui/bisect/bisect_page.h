// SPDX-License-Identifier: GPL-3.0-or-later
// A bisection under noise: what to run next, the posterior over the commits, the results so far; reports results and takes them
// back, begins a new one, and follows its file while a terminal writes it.
//
//   auto* page = new BisectPage(theme, session, prompt);
//   page->open(u"plumbline-bisect.json"_s);
#pragma once

#include <memory>

#include "core/session/bisect_session.h"
#include "ui/support/page.h"

namespace plumbline::ui {

class FilePrompt;

class BisectPage : public Page {
  Q_OBJECT

 public:
  BisectPage(const Theme& theme, session::BisectSession& session, FilePrompt& prompt, QWidget* parent = nullptr);
  ~BisectPage() override;

  void open(const QString& path);
  QList<ActionSpec> actions() override;
  QString menuActions() const override;
  QString statusText() const override;
  void setTheme(const Theme& theme) override;

 protected:
  QWidget* mainView() const override;
  QJsonObject layoutState() const override;
  bool restoreLayout(const QJsonObject& state) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
