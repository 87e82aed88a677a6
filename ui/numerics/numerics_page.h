// SPDX-License-Identifier: GPL-3.0-or-later
// Is the compiled model's answer the same? Two or three files of tensors, what same() says of them, by how much and where
// they differ; and the margins that benchmark logs tell of. Everything decided in core/numerics.
//
//   auto* page = new NumericsPage(looks.theme(), prompt);
//   page->openFiles({u"ref.pt"_s, u"res.pt"_s, u"fp64.pt"_s});
#pragma once

#include <QByteArray>
#include <QList>
#include <QWidget>
#include <memory>

#include "core/base/error.h"
#include "core/numerics/same.h"
#include "ui/numerics/same_desk.h"
#include "ui/support/action_spec.h"
#include "ui/theme/theme.h"

namespace plumbline::ui {

class FilePrompt;

class NumericsPage : public QWidget {
  Q_OBJECT

 public:
  NumericsPage(const Theme& theme, FilePrompt& prompt, QWidget* parent = nullptr);
  ~NumericsPage() override;

  QList<ActionSpec> actions();  ///< groups "Numerics", "Filter", "Table"
  QString statusText() const;
  QByteArray saveState() const;
  bool restoreState(const QByteArray& state);
  /// takeHeader gives the line of files away, to stand where other pages show the pair.
  QWidget* takeHeader();
  void openFiles(const TensorFiles& files);
  void openLogs(const QStringList& logs);
  void setOptions(const numerics::SameOptions& options);

 public Q_SLOTS:
  void setTheme(const plumbline::ui::Theme& theme);
  void cancelWork();

 Q_SIGNALS:
  void noticeWanted(const plumbline::base::Error& error);
  void noticeOver();  ///< what the last notice was about is no longer so
  void statusChanged(const QString& text);
  void actionsChanged();
  void busyChanged(bool isBusy);
  void progress(quint64 done, quint64 total);
  void answered();    ///< an answer, or the reason why there is none, is on screen
  void settled();     ///< ... and what is told of the current tensor

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Private;
  std::unique_ptr<Private> d;
};

}  // namespace plumbline::ui
