// SPDX-License-Identifier: GPL-3.0-or-later
// The form below the table that assigns a file to a config and shard. Enter submits it, Escape closes
// it.
//
//   form->setKnown(view->configs());
//   form->start(file);
//   connect(form, &AssignForm::submitted, page, [&] { session.assign(form->origin(), ...form->configName()...); });
#pragma once

#include <QFrame>
#include <vector>

#include "core/overview/commit_view.h"
#include "core/session/source_list.h"
#include "ui/theme/themed.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace plumbline::ui {

class ElidedLabel;

class AssignForm : public QFrame, public Themed {
  Q_OBJECT

 public:
  explicit AssignForm(const Theme& theme, QWidget* parent = nullptr);

  void setTheme(const Theme& theme) override;
  /// setKnown fills the lists to choose from with the parts of the configs that are open; what is typed stays.
  void setKnown(const std::vector<overview::ConfigResult>& configs);
  /// start fills the form with what is known of a file; where nothing is, what was typed last stays.
  void start(const session::SourceFile& file, const QString& shownName);

  const std::string& origin() const { return m_origin; }
  /// configName is the config that the fields name, as configs::configOfName reads it; "" while a part is missing.
  std::string configName() const;
  int shard() const;   ///< 0: the file is the whole run
  int shards() const;  ///< 0: unknown
  /// showMessage shows a sentence beside the buttons: what the file would become, or the error.
  void showMessage(const QString& sentence, bool problem);
  QString message() const;
  void focusFirst();

 Q_SIGNALS:
  void edited();
  void submitted();
  void cancelled();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void build();
  void addField(int column, const QString& title, QWidget* field, const QString& tooltip);
  QComboBox* choice(const QString& placeholder);

  Theme m_theme;
  std::string m_origin;
  ElidedLabel* m_title;
  QComboBox* m_test;
  QComboBox* m_suite;
  QComboBox* m_mode;
  QComboBox* m_platform;
  QSpinBox* m_shard;
  QSpinBox* m_shards;
  ElidedLabel* m_message;
  bool m_problem = false;
  QPushButton* m_send;
  QPushButton* m_cancel;
};

}  // namespace plumbline::ui
