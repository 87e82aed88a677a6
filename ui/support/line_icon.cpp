// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/line_icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace plumbline::ui {
namespace {

QColor colourFor(QIcon::Mode mode, QIcon::State state) {
  const QPalette palette = QGuiApplication::palette();
  if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::WindowText);
  if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
  return palette.color(state == QIcon::On ? QPalette::Link : QPalette::WindowText);
}

/// Draws one SVG with "currentColor" replaced; pixmaps are kept in QPixmapCache by name, size and colour.
class LineIconEngine : public QIconEngine {
 public:
  explicit LineIconEngine(QString name) : m_name(std::move(name)) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const qreal ratio = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, scaledPixmap(rect.size(), mode, state, ratio));
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1.0);
  }
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override {
    if (size.isEmpty()) return {};  // of a button that a small window has squeezed
    const QColor colour = colourFor(mode, state);
    const QString key = u"plumbline-icon/%1/%2x%3@%4/%5"_s.arg(m_name)
                            .arg(size.width())
                            .arg(size.height())
                            .arg(scale)
                            .arg(colour.name(QColor::HexArgb));
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap((QSizeF(size) * scale).toSize());
    pixmap.fill(Qt::transparent);
    QFile file(u":/plumbline/icons/"_s + m_name + u".svg"_s);
    if (file.open(QIODevice::ReadOnly)) {
      QSvgRenderer renderer(file.readAll().replace("currentColor", colour.name().toLatin1()));
      QPainter painter(&pixmap);
      renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(pixmap.size())));
    }
    pixmap.setDevicePixelRatio(scale);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }
  QIconEngine* clone() const override { return new LineIconEngine(m_name); }
  QString key() const override { return u"plumbline-line-icon"_s; }
  bool isNull() override { return !QFile::exists(u":/plumbline/icons/"_s + m_name + u".svg"_s); }

 private:
  QString m_name;
};

}  // namespace

QIcon lineIcon(const QString& name) {
  if (name.isEmpty() || !QFile::exists(u":/plumbline/icons/"_s + name + u".svg"_s)) return {};
  return QIcon(new LineIconEngine(name));
}

QIcon programIcon() { return lineIcon(u"plumbline"_s); }

}  // namespace plumbline::ui
