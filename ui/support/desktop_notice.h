// SPDX-License-Identifier: GPL-3.0-or-later
// A notification of the desktop (org.freedesktop.Notifications). Does nothing where no service shows them.
//
//   DesktopNotice notice;  notice.send(u"Run done"_s, u"5 models, all pass"_s);
#pragma once

#include <QString>

namespace plumbline::ui {

class DesktopNotice {
 public:
  /// send returns at once. Both texts are plain: what looks like markup
  /// is shown as it stands.
  void send(const QString& title, const QString& text);
};

}  // namespace plumbline::ui
