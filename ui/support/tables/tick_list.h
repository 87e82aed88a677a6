// SPDX-License-Identifier: GPL-3.0-or-later
// Bases of the lists below a table in which rows are chosen by a check box: model and panel. Space turns a tick, Enter
// submits the chosen rows, Escape closes.
//
//   class TransferPanel : public TickPanel {
//     TransferPanel(...) : TickPanel(new TransferModel, delegate, tr("Cancel"), theme, parent) { ... }
//   };
//   connect(panel, &TickPanel::accepted, page, [&] { apply(panel->chosen()); });
#pragma once

#include <QAbstractTableModel>
#include <QFrame>
#include <QStringList>
#include <vector>

#include "ui/theme/themed.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QTableView;

namespace plumbline::ui {

class PaddedDelegate;

class TickModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit TickModel(const QStringList& titles) : m_titles(titles) {}

  /// canTick: the row can be chosen; the others have no check box.
  virtual bool canTick(int row) const = 0;
  bool isTicked(int row) const { return m_ticks[static_cast<std::size_t>(row)]; }
  int tickedCount() const;
  /// toggle turns a tick; nothing happens where nothing can be done.
  void toggle(int row);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  /// data has the check boxes of the first column; derived classes add the rest.
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 protected:
  /// setTicks sets the number of rows and which are ticked; call it between beginResetModel and endResetModel.
  void setTicks(std::vector<bool> ticks) { m_ticks = std::move(ticks); }
  /// onTicked is called when a person has turned a tick.
  virtual void onTicked(int, bool) {}

 private:
  QStringList m_titles;
  std::vector<bool> m_ticks;
};

class TickPanel : public QFrame, public Themed {
  Q_OBJECT

 public:
  void setTheme(const Theme& theme) override;
  void focusList();
  /// fitHeight makes the list as high as its rows, up to maxRows().
  void fitHeight();

 Q_SIGNALS:
  void accepted();
  void closed();  ///< Escape or the button: nothing is done

 protected:
  /// The panel owns model and delegate.
  TickPanel(TickModel* model, PaddedDelegate* delegate, const QString& closeText, const Theme& theme, QWidget* parent);

  /// top is the line above the list: title, then counts and the two buttons.
  QHBoxLayout& top() const { return *m_top; }
  void setTitle(const QString& text);
  /// setSubmit shows the counts and the button that submits, enabled while a row is chosen.
  void setSubmit(const QString& counts, const QString& text, const QString& tooltip);
  QPushButton* submitButton() const { return m_submit; }
  QTableView* table() const { return m_table; }
  virtual int maxRows() const { return 7; }
  virtual void showCounts() = 0;
  /// listKey handles a key of the list; false passes it on.
  virtual bool listKey(int key);
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  TickModel* m_model;
  QHBoxLayout* m_top;
  QLabel* m_title;
  QLabel* m_counts;
  QTableView* m_table;
  QPushButton* m_submit;
};

}  // namespace plumbline::ui
