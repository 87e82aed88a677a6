// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of pages for people to look at, in BUILD/screenshots; a blank one fails the test.
//
//   keepPicture(page.grab().toImage(), u"matrix-page-dark"_s);
#pragma once

#include <QDir>
#include <QImage>
#include <QSet>
#include <QTest>

namespace plumbline::support {

/// keepPicture saves it as NAME.png. `least` is how many colours a picture has that is not blank.
inline void keepPicture(const QImage& image, const QString& name, int least = 8) {
  const QString folder = QStringLiteral(PLUMBLINE_BINARY_DIR "/screenshots");
  QVERIFY(QDir().mkpath(folder));
  QVERIFY(image.save(folder + u'/' + name + QStringLiteral(".png")));
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += 7)
    for (int x = 0; x < image.width(); x += 7) colours.insert(image.pixel(x, y));
  QVERIFY2(colours.size() > least, "the picture is blank");
}

}  // namespace plumbline::support
