// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the numerics: Files or Logs, and which ones. Stands where the pair stands above other pages. Knows
// nothing of what is in them.
//
//   connect(strip, &NumericsStrip::filesWanted, page, [&](const TensorFiles& files) { desk.open(files); });
#pragma once

#include <QFrame>
#include <array>

#include "ui/numerics/file_guess.h"
#include "ui/theme/theme.h"

class QLabel;
class QStackedLayout;
class QToolButton;

namespace plumbline::ui {

class ElidedLabel;
class FilePrompt;
class KindTab;
class TensorSlot;

class NumericsStrip : public QFrame {
  Q_OBJECT

 public:
  enum class Mode : std::uint8_t { Files, Logs };
  static constexpr qsizetype kMostRecent = 8;

  NumericsStrip(const Theme& theme, FilePrompt& prompt, QWidget* parent = nullptr);

  void setTheme(const Theme& theme);
  void setMode(Mode mode);
  Mode mode() const { return m_mode; }
  /// setFiles shows them, and remembers complete ones as recent.
  void setFiles(const TensorFiles& files);
  const TensorFiles& files() const { return m_files; }
  /// setProblem marks the side whose file it is about; true when one is.
  bool setProblem(const QString& path, const QString& problem);
  void setLogs(const QStringList& logs);
  const QStringList& logs() const { return m_logs; }
  const QList<TensorFiles>& recent() const { return m_recent; }
  void setRecent(const QList<TensorFiles>& recent);

  void askForFiles();                  ///< several at once, told apart by their names
  void askForFolder();
  void askForSide(TensorSide side, bool wantsFolder);
  void askForLogs();
  void swap();                         ///< ref and res
  void openRecent();
  /// takeDropped is for what was dropped anywhere on the page.
  void takeDropped(const QStringList& paths);
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void modeWanted(plumbline::ui::NumericsStrip::Mode mode);
  void filesWanted(const plumbline::ui::TensorFiles& files);
  void logsWanted(const QStringList& logs);
  void reloadWanted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QToolButton* addButton(const QString& name, const QString& icon, const QString& tooltip);
  QWidget* buildFiles();
  QWidget* buildLogs();
  QString folderNow() const;

  FilePrompt& m_prompt;
  Mode m_mode = Mode::Files;
  TensorFiles m_files;
  QStringList m_logs;
  QList<TensorFiles> m_recent;
  std::array<KindTab*, 2> m_tabs{};
  std::array<TensorSlot*, kTensorSides> m_slots{};
  QStackedLayout* m_stack;
  ElidedLabel* m_logNames = nullptr;
  QToolButton *m_swap = nullptr, *m_recentButton = nullptr, *m_reload = nullptr, *m_open = nullptr;
  QToolButton *m_openLogs = nullptr, *m_clearLogs = nullptr;
};

}  // namespace plumbline::ui
