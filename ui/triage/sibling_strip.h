// SPDX-License-Identifier: GPL-3.0-or-later
// One quiet line above the decision strip: what the siblings of this baseline say to what was accepted so far, with one
// button for those that show the same change and one for the list. It keeps its place, so nothing jumps when it speaks.
//
//   strip->showOffer(desk.offer(), u"llama"_s, desk.siblingCount());
//   connect(strip, &SiblingStrip::applyWanted, page, ...);
#pragma once

#include <QWidget>

#include "core/overview/sibling_offer.h"
#include "ui/theme/theme.h"

class QPushButton;

namespace plumbline::ui {

class ElidedLabel;

class SiblingStrip : public QWidget {
  Q_OBJECT

 public:
  explicit SiblingStrip(const Theme& theme, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// showOffer says what the siblings say; `model` is whose edit it is, "" for several.
  void showOffer(const overview::SiblingOffer& offer, const QString& model, std::size_t siblings);
  QString text() const;

 Q_SIGNALS:
  void applyWanted();
  void chooseWanted();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Theme m_theme;
  ElidedLabel* m_text;
  QPushButton* m_apply;
  QPushButton* m_choose;
};

}  // namespace plumbline::ui
