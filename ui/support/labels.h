// SPDX-License-Identifier: GPL-3.0-or-later
// Labels: plain text, text in colours, text shortened to its room, headings, and dividers. None interprets its text: what
// a file, a folder or a server is called is shown letter by letter. The law plain-labels keeps QLabel itself out of the
// other folders.
//
//   auto* name = new ElidedLabel; name->setText(u"inductor_torchbench_training.csv"_s);
#pragma once

#include <QClipboard>
#include <QColor>
#include <QFrame>
#include <QLabel>
#include <QList>
#include <QString>
#include <QWidget>

namespace plumbline::ui {

class PlainLabel : public QLabel {
  Q_OBJECT

 public:
  explicit PlainLabel(QWidget* parent = nullptr) : PlainLabel(QString(), parent) {}
  explicit PlainLabel(const QString& text, QWidget* parent = nullptr);
};

/// WordsLabel wraps its text and breaks words as long as the names of models: another label would be cut by them, and keep
/// the panel around it from getting narrow. What is copied or read aloud is the text as it was set.
class WordsLabel : public PlainLabel {
  Q_OBJECT

 public:
  explicit WordsLabel(QWidget* parent = nullptr);
  void setWords(const QString& text);

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void copy(QClipboard::Mode mode) const;
};

/// ColoredLabel shows plain texts in several colours, one behind the other.
class ColoredLabel : public QLabel {
  Q_OBJECT

 public:
  struct Part {
    QString text;
    QColor color = {};      ///< invalid: that of the palette
    bool isMarked = false;  ///< bold and underlined
  };
  using QLabel::QLabel;
  void setParts(const QList<Part>& parts);
};

/// ElidedLabel shows one line of text and elides what does not fit; tooltip and screen readers have the whole text.
class ElidedLabel : public QFrame {
  Q_OBJECT

 public:
  explicit ElidedLabel(Qt::TextElideMode mode = Qt::ElideMiddle, QWidget* parent = nullptr);

  void setText(const QString& text);
  QString text() const { return m_text; }
  /// setDetail sets the tooltip, for example the whole path; otherwise it is the text.
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

/// TitleLabel is a heading whose size follows the application's font.
class TitleLabel : public PlainLabel {
  Q_OBJECT

 public:
  /// scale: 1 for a heading of normal size, kTitleScale for the title of a page.
  explicit TitleLabel(const QString& text, double scale, QWidget* parent = nullptr);
  static constexpr double kTitleScale = 1.35;

 protected:
  bool event(QEvent* event) override;

 private:
  void scaleFont();
  double m_scale;
};

/// Divider is a line of one pixel in the border colour.
class Divider : public QWidget {
  Q_OBJECT

 public:
  explicit Divider(Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace plumbline::ui
