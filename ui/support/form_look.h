// SPDX-License-Identifier: GPL-3.0-or-later
// The look that the forms inside pages share: a bold title, the fields' names small and quiet.
//
//   setFormLook(*m_title, m_labels, theme);
#pragma once

#include <QList>

class QLabel;
class QWidget;

namespace plumbline::ui {

class Theme;

void setFormLook(QWidget& title, const QList<QLabel*>& fieldNames, const Theme& theme);

}  // namespace plumbline::ui
