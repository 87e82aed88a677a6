// SPDX-License-Identifier: GPL-3.0-or-later
// The view of a log in a window, and the log that it shows.
//
//   LogFixture shown;   shown.show(numbered(0, 500));   shown.append("more\n");
#pragma once

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <fstream>

#include "tests/support/test_folder.h"
#include "ui/runs/log/log_canvas.h"
#include "ui/runs/log/log_view.h"
#include "ui/support/labels.h"
#include "ui/theme/theme_controller.h"

namespace plumbline::testing {

inline QByteArray numbered(int from, int to) {
  QByteArray bytes;
  for (int i = from; i < to; ++i) bytes += "line " + QByteArray::number(i) + "\n";
  return bytes;
}

constexpr int kLimit = 30'000;

/// LogFixture is a view in a window, and the log it shows.
struct LogFixture {
  explicit LogFixture(QSize size = {900, 420}, ui::Scheme scheme = ui::Scheme::Light)
      : themes(*qApp, scheme), view(themes.theme()), canvas(view.findChild<ui::LogCanvas*>()), path(folder.path(QStringLiteral("cold.log"))) {
    view.resize(size);
    view.show();
    view.activateWindow();
    if (!QTest::qWaitForWindowActive(&view)) qFatal("the view's window is not active");
  }
  void append(const QByteArray& bytes) {
    std::ofstream file(path.toStdString(), std::ios::binary | std::ios::app);
    file << bytes.toStdString();
  }
  /// show opens the log and waits until it is all there.
  void show(const QByteArray& bytes) {
    folder.write(QStringLiteral("cold.log"), bytes);
    view.showFile(path);
    QTRY_COMPARE_WITH_TIMEOUT(canvas->lineCount(), static_cast<quint64>(bytes.count('\n')), kLimit);
  }
  QToolButton* button(const QString& name) {
    for (auto* made : view.findChildren<QToolButton*>())
      if (made->text() == name || made->accessibleName() == name) return made;
    qFatal("no button %s", qPrintable(name));
  }
  QLineEdit* field() { return view.findChild<QLineEdit*>(); }
  QString nothing() {
    for (auto* label : view.findChildren<QLabel*>())
      if (label->isVisible()) return label->text();
    return {};
  }
  bool says(const QString& text) {
    const auto labels = view.findChildren<ui::ElidedLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const ui::ElidedLabel* label) { return label->text() == text; });
  }
  quint64 last() const { return canvas->lineCount() - 1; }
  bool isAtEnd() const { return canvas->lineCount() > 0 && canvas->shown().last == last(); }

  support::TestFolder folder;
  ui::ThemeController themes;
  ui::LogView view;
  ui::LogCanvas* canvas;
  QString path;
};

}  // namespace plumbline::testing
