// SPDX-License-Identifier: GPL-3.0-or-later
// Runs without a user: write the window or the pages as pictures, or measure the first paint, then exit.
//
//   UnattendedRun unattended(options, {window, session, commit, chartPages}, startupMs);
//   connect(&paint, &FirstPaint::painted, &app, [&] { QApplication::exit(unattended.finish()); });
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QSize>
#include <QString>
#include <QStringList>
#include <functional>
#include <optional>

#include "app/gui/options.h"
#include "core/base/result.h"

class QWidget;

namespace plumbline::session {
class CommitSession;
class Session;
}  // namespace plumbline::session
namespace plumbline::ui {
class ChartsPage;
class MainWindow;
}  // namespace plumbline::ui

namespace plumbline::app {

class ChartPages;

/// FirstPaint emits painted() after the window has painted for the first time since ready() was called.
class FirstPaint : public QObject {
  Q_OBJECT

 public:
  explicit FirstPaint(QWidget* window);
  void ready();  ///< the window shows what was requested

 Q_SIGNALS:
  void painted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* m_window;
  bool m_isReady = false;
  bool m_isPainted = false;
};

/// processMs returns the milliseconds since this process was started, to about a tenth: processor time until main()
/// (the loader does not wait) plus the clock since.
double processMs(const QElapsedTimer& sinceMain, double cpuMsAtMain);
double cpuMs();

/// savePicture writes a widget as PNG. Errors: NotWritable.
base::Result<void> savePicture(QWidget& widget, const QString& path);

/// exportPages are the pages that `--export-png` can write.
QStringList exportPages();
/// exportProblem returns what a page lacks to be worth a picture, or nullopt.
std::optional<base::Error> exportProblem(const QString& page, bool hasPair, bool hasCommit);
inline constexpr int kMaxPictureSize = 16'000;  ///< px each way
/// exportPageWhole makes the window large enough for all rows of the current page, up to kMaxPictureSize, and writes
/// the page as FOLDER/PAGE.png. Returns the file's name. Errors: NotWritable.
base::Result<QStringList> exportPageWhole(ui::MainWindow& window, const QString& folder);
/// exportCharts writes FOLDER/charts-KIND.png for each chart that is not empty. Errors: NotFound when all are.
base::Result<QStringList> exportCharts(const ui::ChartsPage* page, const QString& folder, QSize size);

class UnattendedRun {
 public:
  struct Parts {
    ui::MainWindow& window;
    session::Session& session;
    session::CommitSession& commit;
    ChartPages& charts;
  };
  /// startupMs returns the milliseconds since the process was started.
  UnattendedRun(const Options& options, const Parts& parts, std::function<double()> startupMs);

  static bool isRequestedBy(const Options& options);
  /// setFailure makes an export fail with this error.
  void setFailure(const base::Error& error) { m_failure = error; }
  /// finish does what was requested and returns the exit status. Call it after the first paint.
  int finish();

 private:
  int exportPictures();

  const Options& m_options;
  Parts m;
  std::function<double()> m_startupMs;
  std::optional<base::Error> m_failure;
};

/// printLine writes a line and returns `exitCode`.
int printLine(std::FILE* stream, const QString& text, int exitCode);

}  // namespace plumbline::app
