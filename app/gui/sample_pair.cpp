// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sample_pair.h"

#include <QDir>
#include <QStandardPaths>
#include <string>
#include <string_view>

#include "core/files/file_bytes.h"
#include "resources/embedded.h"

using namespace Qt::StringLiterals;

namespace plumbline::app {
namespace {

base::Result<QString> placed(const QString& folder, std::string_view name, const QString& fileName) {
  const QString path = folder + u'/' + fileName;
  const std::string native = QFile::encodeName(path).toStdString();
  const std::string_view bytes = resources::embeddedBytes(name).value_or(std::string_view());
  const auto present = files::readFile(native);
  if (present && present->bytes == bytes) return path;
  const auto saved = files::saveFile(native, std::string(bytes));
  if (!saved) return base::fail(saved.error());
  return path;
}

}  // namespace

base::Result<std::pair<QString, QString>> samplePair() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + u"/sample"_s;
  if (!QDir().mkpath(folder)) {
    return base::fail({.code = base::ErrorCode::NotWritable,
                       .text = "The sample cannot be unpacked.",
                       .hint = "Make the cache folder writable, or open two files of your own.",
                       .file = folder.toStdString()});
  }
  const auto actual = placed(folder, "samples/actual.csv", u"actual.csv"_s);
  if (!actual) return base::fail(actual.error());
  const auto expected = placed(folder, "samples/expected.csv", u"expected.csv"_s);
  if (!expected) return base::fail(expected.error());
  return std::pair{*actual, *expected};
}

}  // namespace plumbline::app
