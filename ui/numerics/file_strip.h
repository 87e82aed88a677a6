// SPDX-License-Identifier: GPL-3.0-or-later
// The line above the numerics: files or logs, and which ones. The window shows it in its header.
//
//   connect(strip, &NumericsStrip::filesRequested, page, [&](const TensorFiles& files) { controller.open(files); });
#pragma once

#include <QFrame>
#include <QStringList>
#include <array>
#include <optional>

#include "ui/numerics/same_controller.h"
#include "ui/support/quiet_button.h"
#include "ui/theme/themed.h"

class QStackedLayout;
class QToolButton;

namespace plumbline::ui {

// Guesses which of several files is ref, res and fp64: by their names (ref/eager, res/compiled, fp64 ...), otherwise by
// their order.
//
//   auto files = guessTensorFiles({u"dump/"_s}, now);   // a folder that holds ref.pt and res.pt gives both

enum class TensorSide : std::uint8_t { Ref, Res, Fp64 };
inline constexpr int kTensorSides = 3;

/// sideOfName: "eager_out.pt" is Ref, "compiled.npz" Res, "ref_fp64.pt" Fp64.
std::optional<TensorSide> sideOfName(const QString& path);
QString& pathOf(TensorFiles& files, TensorSide side);
const QString& pathOf(const TensorFiles& files, TensorSide side);

/// guessInFolder finds the files of the sides in a folder; nullopt unless it has ref and res.
std::optional<TensorFiles> guessInFolder(const QString& folder);
/// guessTensorFiles adds paths to `now`: a folder with ref and res replaces all; a path whose name has a side is that
/// side; others become ref, res and fp64 in their order, empty sides first.
TensorFiles guessTensorFiles(const QStringList& paths, const TensorFiles& now);

/// TensorSlot is a button for one side of a comparison: its file or folder, and whether it could be read. A click opens
/// a menu; files can be dropped on it.

class TensorSlot : public QuietButton {
  Q_OBJECT

 public:
  /// about describes the side for the tooltip.
  TensorSlot(const QString& caption, const QString& about, QWidget* parent = nullptr);

  void setPath(const QString& path);
  const QString& path() const { return m_path; }
  /// setProblem marks a file that could not be read, with the reason; "" for none.
  void setProblem(const QString& problem);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void fileRequested();
  void folderRequested();
  void removeRequested();
  void dropped(const QStringList& paths);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void updateTexts();
  void openMenu();
  QString name() const;

  QString m_caption, m_about, m_path, m_problem;
};

class ElidedLabel;
class FilePrompt;
class KindTab;

class NumericsStrip : public QFrame, public Themed {
  Q_OBJECT

 public:
  enum class Mode : std::uint8_t { Files, Logs };
  static constexpr qsizetype kMaxRecent = 8;

  NumericsStrip(const Theme& theme, FilePrompt& prompt, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  void setMode(Mode mode);
  Mode mode() const { return m_mode; }
  /// setFiles shows files; complete ones are added to the recent comparisons.
  void setFiles(const TensorFiles& files);
  const TensorFiles& files() const { return m_files; }
  /// setProblem marks the side of a file; false when no side has it.
  bool setProblem(const QString& path, const QString& problem);
  void setLogs(const QStringList& logs);
  const QStringList& logs() const { return m_logs; }
  const QList<TensorFiles>& recent() const { return m_recent; }
  void setRecent(const QList<TensorFiles>& recent);

  void chooseFiles();                  ///< several at once, assigned by their names
  void chooseFolder();
  void chooseSide(TensorSide side, bool wantsFolder);
  void chooseLogs();
  void swap();                         ///< ref and res
  void openRecent();
  /// acceptDropped opens files that were dropped on the page.
  void acceptDropped(const QStringList& paths);
  QList<QWidget*> focusOrder() const;

 Q_SIGNALS:
  void modeRequested(plumbline::ui::NumericsStrip::Mode mode);
  void filesRequested(const plumbline::ui::TensorFiles& files);
  void logsRequested(const QStringList& logs);
  void reloadRequested();

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
