// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pair_header.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QPainter>
#include <QToolButton>
#include <array>

#include "ui/shell/action_registry.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"

namespace plumbline::ui {

namespace {
}

SideSlot::SideSlot(const QString& caption, QWidget* parent) : QuietButton(parent), m_caption(caption) {
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  updateTexts();
}

void SideSlot::setPath(const QString& path) {
  if (m_path == path) return;
  m_path = path;
  updateTexts();
  updateGeometry();
  update();
}

void SideSlot::setProblem(const QString& cause) {
  if (m_problem == cause) return;
  m_problem = cause;
  updateTexts();
  updateGeometry();
  update();
}

QString SideSlot::captionText() const { return m_problem.isEmpty() ? m_caption : tr("%1, read-only").arg(m_caption); }

void SideSlot::updateTexts() {
  if (m_path.isEmpty()) {
    setAccessibleName(tr("%1: no file yet, choose one").arg(m_caption));
    setToolTip(tr("The %1 file is missing. Press to choose it, or drop it here.").arg(m_caption));
    return;
  }
  setAccessibleName(tr("%1: %2, choose another").arg(captionText(), name()));
  const QString whole = QDir::toNativeSeparators(QFileInfo(m_path).absoluteFilePath());
  const QString choose = tr("%1: %2\nPress to choose another file.").arg(m_caption, whole);
  setToolTip(m_problem.isEmpty() ? choose : tr("Edits of this file cannot be saved: %1").arg(m_problem) + u'\n' + choose);
}

QString SideSlot::name() const {
  return m_path.isEmpty() ? tr("choose or drop a file") : m_path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

QString SideSlot::folder() const {
  const QString path = m_path.section(u'/', 0, -2);
  const QString home = QDir::homePath();
  if (path == home || path.startsWith(home + u'/')) return u"~"_s + path.mid(home.size());
  return path;
}

QFont SideSlot::nameFont() const {
  QFont bold = font();
  if (m_path.isEmpty()) {
    bold.setItalic(true);
  } else {
    bold.setWeight(QFont::DemiBold);
  }
  return bold;
}

QSize SideSlot::sizeHint() const {
  const int width = fontMetrics().horizontalAdvance(captionText()) + QFontMetrics(nameFont()).horizontalAdvance(name());
  return {width + 4 * kGrid, fontMetrics().height() + 2 * kGrid};
}

QSize SideSlot::minimumSizeHint() const {
  const int width = fontMetrics().horizontalAdvance(captionText()) + 12 * fontMetrics().averageCharWidth();
  return {width + 3 * kGrid, fontMetrics().height() + 2 * kGrid};
}

void SideSlot::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF room = QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5);
  const bool missing = m_path.isEmpty();
  painter.setPen(QPen(palette().color(QPalette::Dark), 1, missing ? Qt::DashLine : Qt::SolidLine));
  painter.setBrush(palette().color(QPalette::Base));
  painter.drawRoundedRect(room, 6, 6);
  paintGround(painter, room);
  paintFocus(painter, room);

  const int captionWidth = fontMetrics().horizontalAdvance(captionText());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(rect().adjusted(kGrid, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, captionText());
  const QRect nameRoom = rect().adjusted(captionWidth + 2 * kGrid, 0, -kGrid, 0);
  painter.setFont(nameFont());
  painter.setPen(palette().color(missing ? QPalette::PlaceholderText : QPalette::WindowText));
  const QFontMetrics metrics(nameFont());
  painter.drawText(nameRoom, Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(name(), Qt::ElideMiddle, nameRoom.width()));

  // Two files of one name differ by their folder (rocm/ or not), so it stands behind the name where there is room.
  const QRect folderRoom = nameRoom.adjusted(metrics.horizontalAdvance(name()) + kGrid, 0, 0, 0);
  if (missing || folderRoom.width() < 6 * fontMetrics().averageCharWidth()) return;
  painter.setFont(font());
  painter.setPen(palette().color(QPalette::PlaceholderText));
  painter.drawText(folderRoom, Qt::AlignLeft | Qt::AlignVCenter,
                   fontMetrics().elidedText(folder(), Qt::ElideLeft, folderRoom.width()));
}

PairHeader::PairHeader(QWidget* parent)
    : QFrame(parent),
      m_actual(new SideSlot(tr("actual"), this)),
      m_expected(new SideSlot(tr("expected"), this)),
      m_rulesLabel(new PlainLabel(tr("rules"), this)),
      m_rules(new QComboBox(this)) {
  setObjectName(u"pairHeader"_s);
  setAccessibleName(tr("Files and rules"));
  m_actual->setObjectName(u"actualSlot"_s);
  m_expected->setObjectName(u"expectedSlot"_s);
  m_rules->setObjectName(u"rulesCombo"_s);
  m_rules->setAccessibleName(tr("Rule set in use"));
  m_rules->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  m_rules->setFocusPolicy(Qt::StrongFocus);
  m_rules->view()->setAccessibleName(tr("Rule sets"));
  m_rules->installEventFilter(this);
  m_rulesLabel->setBuddy(m_rules);
  m_rulesLabel->setForegroundRole(QPalette::PlaceholderText);
  m_swap = makeHeaderButton(u"swapButton"_s, this);
  m_reload = makeHeaderButton(u"reloadButton"_s, this);
  m_open = makeHeaderButton(u"openButton"_s, this);

  makeRow(this, {8, 8, 8, 8}, 8,
          {{m_actual, 1}, m_swap, {m_expected, 1}, gap(8), m_rulesLabel, m_rules, m_reload, m_open});
  setOffers({}, {});
  const std::array<QWidget*, 6> visualOrder{m_actual, m_swap, m_expected, m_rules, m_reload, m_open};
  for (std::size_t i = 1; i < visualOrder.size(); ++i) setTabOrder(visualOrder[i - 1], visualOrder[i]);

  connect(m_actual, &SideSlot::clicked, this, &PairHeader::actualRequested);
  connect(m_expected, &SideSlot::clicked, this, &PairHeader::expectedRequested);
  connect(m_rules, &QComboBox::activated, this,
          [this](int index) { Q_EMIT rulesChosen(m_rules->itemData(index).toString()); });
}

void PairHeader::bindActions(ActionRegistry& registry) {
  registry.bind(m_swap, u"pair.swap"_s);
  registry.bind(m_reload, u"pair.reload"_s);
  registry.bind(m_open, u"pair.open"_s);
}

void PairHeader::setPair(const QString& actualPath, const QString& expectedPath) {
  m_actual->setPath(actualPath);
  m_expected->setPath(expectedPath);
}

void PairHeader::setOffers(const std::vector<session::RuleOffer>& offers, const QString& usedId) {
  fillRuleChoice(*m_rules, offers, usedId);
  m_rules->setVisible(!offers.empty());
  m_rulesLabel->setVisible(!offers.empty());
}

void PairHeader::openRules() {
  if (m_rules->isHidden()) return;
  m_rules->setFocus(Qt::ShortcutFocusReason);
  m_rules->showPopup();
}

bool PairHeader::eventFilter(QObject* watched, QEvent* event) {
  // A wheel that scrolls past must not change the rules under the reader.
  if (watched == m_rules && event->type() == QEvent::Wheel) {
    event->ignore();
    return true;
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace plumbline::ui
