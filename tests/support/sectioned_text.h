// SPDX-License-Identifier: GPL-3.0-or-later
// Text files made of sections, for test data that people read and review. A line "%% HEADER" begins a section; its body is
// the lines up to the next one. A body line that begins with "%" is written with one more "%". Lines before the first
// section are a comment.
//
//   support::SectionedText text = support::readSections(path);
//   for (const support::Section& section : text.sections) use(section.header, section.body);
//
// A body whose bytes are no plain lines has its encoding as the second word of the header: "escaped" has \n, \r, \\ and
// \xNN and no line ends of its own, "base64" is what it says. decodedBody() undoes either.
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace plumbline::support {

struct Section {
  QByteArray header;  ///< without "%% "
  QByteArray body;    ///< with the newline of its last line; as written, not decoded

  /// kind is the first word of the header.
  QByteArray kind() const;
  /// argument is the header after its kind and encoding.
  QByteArray argument() const;
  QByteArray decodedBody() const;
  /// setBody keeps plain text as it is and chooses an encoding for everything else.
  void setBody(const QByteArray& bytes);
};

struct SectionedText {
  QByteArray comment;
  QList<Section> sections;

  QByteArray toBytes() const;
};

/// readSections returns no section when the file cannot be read.
SectionedText readSections(const QString& path);

}  // namespace plumbline::support
