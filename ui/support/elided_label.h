// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that shortens itself in the middle instead of being cut off; the whole text is in the tooltip and is
// what a screen reader hears. Takes no more room than it is given.
//
//   auto* name = new ElidedLabel; name->setText(u"inductor_torchbench_training.csv"_s);
#pragma once

#include <QFrame>
#include <QString>

namespace plumbline::ui {

class ElidedLabel : public QFrame {
  Q_OBJECT

 public:
  explicit ElidedLabel(Qt::TextElideMode mode = Qt::ElideMiddle, QWidget* parent = nullptr);

  void setText(const QString& text);
  QString text() const { return m_text; }
  /// setDetail is what the tooltip says instead of the text, e.g. the whole path.
  void setDetail(const QString& detail);
  /// shownText is what fits at the present width.
  QString shownText() const;

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void updateTooltip();

  Qt::TextElideMode m_mode;
  QString m_text;
  QString m_detail;
};

}  // namespace plumbline::ui
