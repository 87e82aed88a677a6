// SPDX-License-Identifier: GPL-3.0-or-later
// The form below the table in which an entry is added or changed. Only what the chosen list can hold is enabled; the
// tooltip of a disabled field explains why. Enter submits it, Escape closes it.
//
//   form->setOverview(overview);
//   form->startAdd("pytorch/.../check_accuracy.py", today);
//   connect(form, &EntryForm::submitted, page, [&] { lists.adding(form->path(), *form->entry()); });
#pragma once

#include <QFrame>
#include <optional>

#include "core/session/flaky_lists.h"
#include "ui/theme/themed.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace plumbline::ui {

class EntryForm : public QFrame {
  Q_OBJECT

 public:
  explicit EntryForm(const Theme& theme, QWidget* parent = nullptr);

  /// setOverview sets the lists to choose from and the names to complete; typed text stays.
  void setOverview(const session::FlakyOverviewPtr& overview);
  /// startAdd empties the form for an entry in a list; `like` fills it with an entry to begin from.
  void startAdd(const std::string& path, flaky::Date today, const flaky::FlakyEntry& like = {});
  /// startEdit fills the form with an entry.
  void startEdit(const session::FlakyRow& row);
  /// edited is the entry being changed; absent while one is added.
  const std::optional<session::FlakyRow>& edited() const { return m_edited; }

  /// path is the list that was chosen; "" when there is none.
  std::string path() const;
  /// entry is the form's content. Errors: BadArgument for no name or a date that is none.
  base::Result<flaky::FlakyEntry> entry() const;
  void focusName();

 Q_SIGNALS:
  void submitted();
  void cancelled();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void addField(QGridLayout* grid, int row, int column, int span, const QString& title, QWidget* field);
  void fill(const flaky::FlakyEntry& entry);
  void fillLists(const std::string& chosen);
  void showLimits();
  flaky::Origin form() const;
  std::string platformOfSet(const std::string& config) const;

  session::FlakyOverviewPtr m_overview;
  std::optional<session::FlakyRow> m_edited;
  std::optional<flaky::Date> m_added;
  QLabel* m_title;
  QComboBox* m_list;
  QLineEdit* m_name;
  QCheckBox* m_pattern;
  QComboBox* m_check;
  QComboBox* m_platform;
  QLineEdit* m_config;
  QLineEdit* m_reason;
  QLineEdit* m_issue;
  QLineEdit* m_owner;
  QLineEdit* m_expires;
  QPushButton* m_send;
  QPushButton* m_cancel;
};

}  // namespace plumbline::ui
