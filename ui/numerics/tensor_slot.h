// SPDX-License-Identifier: GPL-3.0-or-later
// One side of a comparison as a button: what it is, which file or folder, and whether that could be read. Pressed, it
// offers what can be chosen; files can be dropped on it.
#pragma once

#include "ui/support/quiet_button.h"

class QMenu;

namespace plumbline::ui {

class TensorSlot : public QuietButton {
  Q_OBJECT

 public:
  /// about is a word for the person: "eager's output".
  TensorSlot(const QString& caption, const QString& about, QWidget* parent = nullptr);

  void setPath(const QString& path);
  const QString& path() const { return m_path; }
  /// setProblem marks a file that could not be read, with the reason; "" for none.
  void setProblem(const QString& problem);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 Q_SIGNALS:
  void fileWanted();
  void folderWanted();
  void removeWanted();
  void dropped(const QStringList& paths);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void tell();
  void openMenu();
  QString name() const;

  QString m_caption, m_about, m_path, m_problem;
};

}  // namespace plumbline::ui
