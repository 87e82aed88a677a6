// SPDX-License-Identifier: GPL-3.0-or-later
// One line above the decision strip: which siblings could get the accepted edits, with one
// button for those that show the same change and one for the list. It has a fixed height.
//
//   strip->showOffer(controller.offer(), u"llama"_s, controller.siblingCount());
//   connect(strip, &SiblingStrip::applyRequested, page, ...);
#pragma once

#include <QWidget>

#include "core/overview/sibling_proposals.h"
#include "ui/theme/theme.h"

class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

class SiblingStrip : public QWidget {
  Q_OBJECT

 public:
  explicit SiblingStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// showOffer describes the offer; `model` is the edited model, "" for several.
  void showOffer(const overview::SiblingOffer& offer, const QString& model, std::size_t siblings);
  QString text() const;

 Q_SIGNALS:
  void applyRequested();
  void chooseRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme m_theme;
  ElidedLabel* m_text;
  QPushButton* m_apply;
  QPushButton* m_choose;
};

}  // namespace plumbline::ui
