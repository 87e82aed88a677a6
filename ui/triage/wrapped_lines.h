// SPDX-License-Identifier: GPL-3.0-or-later
// A few lines to read, wrapped at spaces to the width there is, and just as high as that takes.
//
//   auto* lines = new WrappedLines(parent);  lines->setPlainText(text);
#pragma once

#include <QPlainTextEdit>

namespace plumbline::ui {

class WrappedLines : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit WrappedLines(QWidget* parent = nullptr);
  /// showText replaces the text. Past kMostLines lines it scrolls.
  void showText(const QString& text);
  static constexpr int kMostLines = 12;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fit();
};

}  // namespace plumbline::ui
