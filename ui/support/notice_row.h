// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the notice strip: icon, sentence, the button that mends it, Details, Copy and a cross.
#pragma once

#include <QFrame>

#include "ui/support/notice.h"

class QBoxLayout;
class QPlainTextEdit;
class QToolButton;

namespace plumbline::ui {

class NoticeRow : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeRow(Notice notice, QWidget* parent = nullptr);

  const Notice& notice() const { return m_notice; }
  bool detailsShown() const;
  void setDetailsShown(bool shown);

 Q_SIGNALS:
  void dismissed();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void addWayOut(QBoxLayout* line, const QString& name, const QString& text, const std::function<void()>& run);
  QToolButton* addButton(const QString& name, const QString& text, const QString& iconName);
  void copy() const;

  Notice m_notice;
  QPlainTextEdit* m_details = nullptr;
  QToolButton* m_detailsButton = nullptr;
};

}  // namespace plumbline::ui
