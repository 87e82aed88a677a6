// SPDX-License-Identifier: GPL-3.0-or-later
// A layout that places widgets in a row and wraps it when it is too wide.
//
//   auto* row = new WrappingRow(panel);   row->addWidget(button);
#pragma once

#include <QLayout>
#include <QList>

namespace plumbline::ui {

class WrappingRow : public QLayout {
  Q_OBJECT

 public:
  explicit WrappingRow(QWidget* parent = nullptr);
  ~WrappingRow() override;

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(m_items.size()); }
  QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
  void setGeometry(const QRect& room) override;
  QSize sizeHint() const override;
  QSize minimumSize() const override;

 private:
  int arrange(const QRect& room, bool moves) const;

  QList<QLayoutItem*> m_items;
};

}  // namespace plumbline::ui
