// SPDX-License-Identifier: GPL-3.0-or-later
// What became of the current model, in sentences, in a place of fixed height below the table.
#pragma once

#include <QStringList>
#include <QWidget>

#include "ui/theme/theme.h"

class QLabel;

namespace plumbline::ui {

class MoveDetails : public QWidget {
  Q_OBJECT

 public:
  explicit MoveDetails(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// show says the sentences; a model without any stayed as it was.
  void show(const QString& model, const QStringList& sentences);
  void showHint(const QString& text);
  QString text() const;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void layOut();

  QLabel *m_model, *m_text;
  QStringList m_sentences;
};

}  // namespace plumbline::ui
