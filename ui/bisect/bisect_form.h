// SPDX-License-Identifier: GPL-3.0-or-later
// The form of a new bisection: a repository and its two ends, or a file of commits, and the file that keeps the results. What is
// wrong stands below the field that it is about.
//
//   connect(form, &BisectForm::startRequested, &session, &session::BisectSession::start);
//   form->showProblem(error);
#pragma once

#include <QWidget>

#include "core/base/result.h"
#include "core/sources/bisect_state.h"
#include "ui/theme/themed.h"

class QLineEdit;

namespace plumbline::ui {

class FieldBox;
class FilePrompt;

class BisectForm : public QWidget {
  Q_OBJECT

 public:
  explicit BisectForm(FilePrompt& prompt, QWidget* parent = nullptr);
  void showProblem(const base::Error& error);
  void focusFirst();

 Q_SIGNALS:
  void startRequested(const QString& path, const plumbline::sources::BisectRequest& request);
  void cancelRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QLineEdit* addField(const QString& title, const QString& placeholder, const QStringList& options);
  void addChooser(QLineEdit& field, const QString& name, bool wantsFolder, bool mayBeNew);
  void start();

  FilePrompt& m_prompt;
  QList<FieldBox*> m_boxes;
  QLineEdit* m_repository;
  QLineEdit* m_good;
  QLineEdit* m_bad;
  QLineEdit* m_commits;
  QLineEdit* m_state;
};

}  // namespace plumbline::ui
