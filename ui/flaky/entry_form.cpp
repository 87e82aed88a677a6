// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flaky/entry_form.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QStringListModel>
#include <algorithm>
#include <array>

#include "ui/flaky/flaky_model.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/utf8_text.h"

namespace plumbline::ui {

using flaky::EntryField;
using flaky::FlakyEntry;
using flaky::Origin;

namespace {

std::string typed(const QLineEdit* field) { return field->text().trimmed().toStdString(); }

void choose(QComboBox* box, const QString& value) { box->setCurrentIndex(std::max(0, box->findData(value))); }

/// Enables the field, or explains in its tooltip why it is disabled.
void allow(QWidget* field, std::string_view whyNot, const QString& tooltip) {
  field->setEnabled(whyNot.empty());
  field->setToolTip(whyNot.empty() ? tooltip : fromUtf8(whyNot));
}

void complete(QLineEdit* field, const std::vector<std::string>& words) {
  QStringList list;
  for (const std::string& word : words) list << fromUtf8(word);
  auto* model = qobject_cast<QStringListModel*>(field->completer() ? field->completer()->model() : nullptr);
  if (!model) {
    auto* completer = new QCompleter(field);
    model = new QStringListModel(completer);
    completer->setModel(model);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    completer->setMaxVisibleItems(10);
    completer->popup()->setAccessibleName(field->accessibleName());
    field->setCompleter(completer);
  }
  if (model->stringList() != list) model->setStringList(list);
}

base::Error bad(const char* what, const char* hint) { return {base::ErrorCode::BadArgument, what, hint, {}, 0, 0}; }

}  // namespace

EntryForm::EntryForm(const Theme& theme, QWidget* parent)
    : QFrame(parent),
      m_title(new PlainLabel(this)),
      m_list(new QComboBox(this)),
      m_name(new QLineEdit(this)),
      m_pattern(new QCheckBox(tr("Pattern"), this)),
      m_check(new QComboBox(this)),
      m_platform(new QComboBox(this)),
      m_config(new QLineEdit(this)),
      m_reason(new QLineEdit(this)),
      m_issue(new QLineEdit(this)),
      m_owner(new QLineEdit(this)),
      m_expires(new QLineEdit(this)),
      m_send(new QPushButton(tr("Add"), this)),
      m_cancel(new QPushButton(tr("Cancel"), this)) {
  setAccessibleName(tr("Flaky entry"));
  build();
  styleText({m_title}, {.isBold = true});
  applyTheme(*this, theme);
}

void EntryForm::addField(QGridLayout* grid, int row, int column, int span, const QString& title, QWidget* field) {
  auto* label = new PlainLabel(title, this);
  label->setBuddy(field);
  field->setAccessibleName(title);
  styleText({label}, {.size = TextSize::Small, .isMuted = true});
  grid->addWidget(label, 3 * row, column, 1, span);
  grid->addWidget(field, 3 * row + 1, column, 1, span);
  if (auto* line = qobject_cast<QLineEdit*>(field)) {
    prepareTextField(*line);
    line->setTextMargins(3, 0, 3, 0);  // as far from the border as the text of a combo box
    line->installEventFilter(this);
  }
}

void EntryForm::build() {
  auto* layout = makeColumn(this, {kGrid, kGrid, kGrid, kGrid}, kGrid, {m_title});
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(kGrid);
  grid->setVerticalSpacing(2);
  grid->setRowMinimumHeight(2, kGrid / 2);
  layout->addLayout(grid);
  addField(grid, 0, 0, 1, tr("List"), m_list);
  addField(grid, 0, 1, 2, tr("Name"), m_name);
  m_pattern->setAccessibleName(tr("The name is a pattern"));
  grid->addWidget(m_pattern, 1, 3);
  addField(grid, 0, 4, 1, tr("Check"), m_check);
  addField(grid, 0, 5, 1, tr("Platform"), m_platform);
  addField(grid, 0, 6, 2, tr("Config"), m_config);
  addField(grid, 1, 0, 3, tr("Reason"), m_reason);
  addField(grid, 1, 3, 2, tr("Issue"), m_issue);
  addField(grid, 1, 5, 1, tr("Owner"), m_owner);
  addField(grid, 1, 6, 1, tr("Expires"), m_expires);
  auto* buttons = makeRow(nullptr, {}, kGrid, {stretch(), m_send, m_cancel});
  grid->addLayout(buttons, 4, 7);
  constexpr std::array<int, 8> kStretch{2, 3, 1, 0, 1, 1, 2, 0};
  for (int column = 0; column < 8; ++column) grid->setColumnStretch(column, kStretch[static_cast<std::size_t>(column)]);
  for (QComboBox* box : {m_list, m_check, m_platform}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(7);
    box->view()->setAccessibleName(box->accessibleName());
  }
  m_check->addItem(tr("all"), QString());
  for (const std::string_view word : flaky::checkNames())
    m_check->addItem(fromUtf8(word).replace(u'-', u' '), fromUtf8(word));
  m_platform->addItem(tr("all"), QString());
  m_issue->setPlaceholderText(tr("a link or a number"));
  m_expires->setPlaceholderText(u"2026-12-31"_s);
  m_config->setPlaceholderText(tr("every config"));
  m_reason->setToolTip(tr("Why the model may differ; in a check script, the comment beside the name"));
  m_issue->setToolTip(tr("Link or number of the issue that will end this"));
  m_send->setAutoDefault(false);
  m_cancel->setAutoDefault(false);
  m_cancel->setToolTip(tr("Close the form (Escape)"));
  connect(m_list, &QComboBox::currentIndexChanged, this, &EntryForm::showLimits);
  connect(m_config, &QLineEdit::textChanged, this, &EntryForm::showLimits);
  connect(m_send, &QPushButton::clicked, this, &EntryForm::submitted);
  connect(m_cancel, &QPushButton::clicked, this, &EntryForm::cancelled);
}

void EntryForm::setOverview(const session::FlakyOverviewPtr& overview) {
  m_overview = overview;
  fillLists(path());
  complete(m_name, overview ? overview->models : std::vector<std::string>());
  showLimits();
}

void EntryForm::fillLists(const std::string& chosen) {
  const QSignalBlocker quiet(m_list);
  m_list->clear();
  if (!m_overview) return;
  for (const session::FlakyFile& file : m_overview->files) {
    if (file.error) continue;
    const QString name = file.exists ? fileNameOf(file.path) : tr("%1 (new)").arg(fileNameOf(file.path));
    m_list->addItem(name, fromUtf8(file.path));
    m_list->setItemData(m_list->count() - 1, fromUtf8(file.path), Qt::ToolTipRole);
  }
  // A list that went away is not silently replaced by another one.
  m_list->setCurrentIndex(chosen.empty() ? 0 : m_list->findData(fromUtf8(chosen)));
}

void EntryForm::startAdd(const std::string& path, flaky::Date today, const FlakyEntry& like) {
  m_edited.reset();
  m_added = today;
  fillLists(path);
  m_title->setText(tr("Add an entry"));
  m_send->setText(tr("Add"));
  m_send->setToolTip(tr("Add the entry to the list's pending text (Enter); Review saves it"));
  fill(like);
}

void EntryForm::startEdit(const session::FlakyRow& row) {
  m_edited = row;
  m_added = row.value.added;
  fillLists(row.path);
  m_title->setText(tr("Change %1").arg(fromUtf8(row.value.name)));
  m_send->setText(tr("Change"));
  m_send->setToolTip(tr("Change the entry in the list's pending text (Enter); Review saves it"));
  fill(row.value);
}

void EntryForm::fill(const FlakyEntry& entry) {
  showLimits();  // the platforms on offer depend on the list
  m_name->setText(fromUtf8(entry.name));
  m_pattern->setChecked(entry.isPattern);
  choose(m_check, fromUtf8(entry.check));
  m_config->setText(fromUtf8(entry.config));
  choose(m_platform, fromUtf8(entry.platform));
  m_reason->setText(fromUtf8(entry.reason));
  m_issue->setText(fromUtf8(entry.issue));
  m_owner->setText(fromUtf8(entry.owner));
  m_expires->setText(entry.expires ? fromUtf8(flaky::dateText(*entry.expires)) : QString());
  showLimits();
}

std::string EntryForm::path() const { return m_list->currentData().toString().toStdString(); }

Origin EntryForm::form() const {
  if (m_overview)
    for (const session::FlakyFile& file : m_overview->files)
      if (file.path == path()) return file.origin;
  return Origin::Toml;
}

void EntryForm::showLimits() {
  const Origin origin = form();
  const bool script = origin != Origin::Toml;
  allow(m_pattern, flaky::unsupportedReason(origin, EntryField::Pattern), tr("* stands for any letters, ? for one"));
  allow(m_check, flaky::unsupportedReason(origin, EntryField::Check), tr("The check that is excused"));
  allow(m_owner, flaky::unsupportedReason(origin, EntryField::Owner), tr("Who looks after it"));
  allow(m_expires, flaky::unsupportedReason(origin, EntryField::Expires),
        tr("Last day on which it excuses, as 2026-12-31"));
  if (script) {
    choose(m_check, fromUtf8(flaky::originName(origin)));
    m_pattern->setChecked(false);
  }
  const QVariant platform = m_platform->currentData();
  const auto platforms = flaky::platformNamesOf(origin);
  if (static_cast<int>(platforms.size()) + 1 != m_platform->count()) {
    m_platform->clear();
    m_platform->addItem(tr("all"), QString());
    for (const std::string_view word : platforms) m_platform->addItem(fromUtf8(word), fromUtf8(word));
    choose(m_platform, platform.toString());
  }
  std::vector<std::string> configs = m_overview ? m_overview->configs : std::vector<std::string>();
  if (script) {
    configs.clear();
    for (const session::FlakyRow& row : m_overview ? m_overview->rows : std::vector<session::FlakyRow>())
      if (row.path == path() && !row.value.config.empty() &&
          std::ranges::find(configs, row.value.config) == configs.end())
        configs.push_back(row.value.config);
  }
  allow(m_config, script && configs.empty() ? "This script has no set for single files." : "",
        script ? tr("A file for which the script has a set of its own")
               : tr("File name of the baseline without .csv; * and ? stand for others"));
  complete(m_config, configs);
  const bool ownSet = script && !m_config->text().isEmpty();
  allow(m_platform, ownSet ? "The script's set for that file decides on the platform." : "",
        script ? tr("rocm: the set that the script adds for ROCm") : tr("The platform of the baseline"));
}

std::string EntryForm::platformOfSet(const std::string& config) const {
  for (const session::FlakyRow& row : m_overview->rows)
    if (row.path == path() && row.value.config == config) return row.value.platform;
  return {};
}

base::Result<FlakyEntry> EntryForm::entry() const {
  const Origin origin = form();
  FlakyEntry entry;
  entry.origin = origin;
  entry.name = typed(m_name);
  if (entry.name.empty()) return base::fail(bad("The entry has no name.", "Type the name of a model."));
  entry.isPattern = m_pattern->isChecked();
  entry.check = m_check->currentData().toString().toStdString();
  if (m_config->isEnabled()) entry.config = typed(m_config);
  entry.platform = m_platform->currentData().toString().toStdString();
  if (origin != Origin::Toml && !entry.config.empty() && m_overview) entry.platform = platformOfSet(entry.config);
  entry.reason = typed(m_reason);
  entry.issue = typed(m_issue);
  if (origin != Origin::Toml) return entry;
  entry.owner = typed(m_owner);
  entry.added = m_added;
  if (const std::string date = typed(m_expires); !date.empty()) {
    entry.expires = flaky::parseDate(date);
    if (!entry.expires)
      return base::fail(bad("\"Expires\" is not a date.", "Write it as year, month and day: 2026-12-31."));
  }
  return entry;
}

void EntryForm::focusName() {
  m_name->setFocus(Qt::OtherFocusReason);
  m_name->selectAll();
}

bool EntryForm::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
      Q_EMIT submitted();
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

void EntryForm::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    Q_EMIT cancelled();
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (m_cancel->hasFocus())
      Q_EMIT cancelled();
    else
      Q_EMIT submitted();
    return;
  }
  QFrame::keyPressEvent(event);
}

}  // namespace plumbline::ui
