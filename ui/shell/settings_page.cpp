// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings_page.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/settings/preferences.h"
#include "ui/shell/action_registry.h"
#include "ui/shell/keys_editor.h"
#include "ui/support/file_prompt.h"
#include "ui/support/form_controls.h"
#include "ui/support/labels.h"
#include "ui/support/layouts.h"
#include "ui/support/notice_strip.h"

namespace plumbline::ui {
namespace {

using session::Setting;

constexpr int kSettingsWidth = 640;

/// isOnByDefault: such a switch is set by "no", the others by "yes".
bool isOnByDefault(Setting setting) { return setting == Setting::RestoreSession; }

}  // namespace

SettingsPage::SettingsPage(const Theme& theme, Parts parts, QWidget* parent)
    : Page(theme, parent),
      m(std::move(parts)),
      m_sheet(new QWidget(this)),
      m_theme(new ChoiceField(false, this)),
      m_font(new NumberField(Preferences::kMinStep, Preferences::kMaxStep, this)),
      m_token(makeTextField(tr("Token for GitHub"), tr("Paste a new token"), this)),
      m_keys(new KeysEditor(m.registry, m.preferences, this)) {
  setObjectName(u"settingsPage"_s);
  setAccessibleName(tr("Settings"));
  auto* area = new QScrollArea(this);
  area->setObjectName(u"settingsArea"_s);
  area->setAccessibleName(tr("All settings"));
  area->setFocusPolicy(Qt::NoFocus);
  auto* room = new QWidget(area);
  m_sheet->setMaximumWidth(kSettingsWidth);
  makeRow(room, {24, 24, 24, 24}, 0, {stretch(), {m_sheet, 100}, stretch()});
  auto* sheet = makeColumn(m_sheet, {}, 12, {new TitleLabel(tr("Settings"), TitleLabel::kTitleScale, m_sheet)});
  addLooks(*sheet);
  addHeading(*sheet, tr("Work"));
  QList<std::pair<QString, QString>> rules{{tr("Default: %1").arg(m.defaultText(Setting::Rules)), QString()}};
  for (const QString& generation : std::as_const(m.ruleSets)) rules.append({generation, generation});
  addChoice(*sheet, Setting::Rules, tr("Rule set"),
            tr("Generation of the check scripts that this window begins with; plumbline-cli takes it from --rules only"), rules);
  addText(
      *sheet, Setting::FlakyList, tr("Default flaky list"),
      tr("A flaky.toml or a check script that counts for a baseline without a list of its own, also for plumbline-cli"),
      Chosen::File);
  addSwitch(*sheet, Setting::RestoreSession, tr("Open at the start what was open at the end"),
            tr("When plumbline is started without files: the same pair or commit, page and row"));
  addSwitch(*sheet, Setting::SingleWindow, tr("Open everything in one window"),
            tr("When plumbline is started again, the window that is open shows what it was given; --new-window opens another"));
  addSwitch(*sheet, Setting::FillHistory, tr("Remember what is opened and run"),
            tr("Add results to the history: pairs and commits that are opened, finished runs; also by plumbline-cli. "
               "Decisions go there, too"));
  addSwitch(*sheet, Setting::DecisionLog, tr("Write decisions beside the baselines, too"),
            tr("The history keeps decisions while results are remembered; this also writes the logs beside the baselines, which a team may share"));
  addText(*sheet, Setting::Editor, tr("Editor command"),
          tr("Opens the file of a row (Ctrl+E); %f stands for the file and %l for the line: code --goto %f:%l"));
  addHeading(*sheet, tr("Folders"));
  addText(*sheet, Setting::RunFolder, tr("Runs"),
          tr("Where runs are kept, by windows opened from now on and by plumbline-cli"), Chosen::Folder);
  addText(*sheet, Setting::CacheFolder, tr("Fetched results"),
          tr("Where fetched artifacts are kept, also by plumbline-cli"), Chosen::Folder);
  addHeading(*sheet, tr("CI"));
  addText(*sheet, Setting::Api, tr("GitHub's API"), tr("Address of the API or its mirror, also for plumbline-cli; PLUMBLINE_API_URL comes before it"));
  addText(*sheet, Setting::Artifacts, tr("Artifact store"), tr("Address of the store or its mirror, also for plumbline-cli; PLUMBLINE_ARTIFACTS_URL comes before it"));
  addToken(*sheet);
  addHeading(*sheet, tr("Keys"));
  addParts(*sheet, {m_keys, stretch()});
  prepareFieldArea(*area, room);
  makeColumn(this, {}, 0, {area});
  connect(m_keys, &KeysEditor::statusMessage, this, &Page::showMessage);
  connect(&m.preferences, &Preferences::changed, this, &SettingsPage::showValues);
  connect(&m.preferences, &Preferences::valueChanged, this, &SettingsPage::showValues);
  setFocusProxy(m_theme);
  if (m.makePages) m.makePages();
  m_keys->fill();
  showValues();
  SettingsPage::setTheme(theme);
}

void SettingsPage::setTheme(const Theme& theme) {
  Page::setTheme(theme);
  setPalette(theme.basePalette());
  setAutoFillBackground(true);
}

void SettingsPage::addHeading(QVBoxLayout& sheet, const QString& text) {
  sheet.addSpacing(kGrid);
  sheet.addWidget(new TitleLabel(text, 1.0, m_sheet));
}

void SettingsPage::addReset(FieldBox& box, const std::function<void()>& reset) {
  auto* button = makeIconButton(u"reload"_s, tr("Default of: %1").arg(box.label()->text()), m_sheet, tr("Put back the default"));
  connect(button, &QToolButton::clicked, this, [this, reset] {
    reset();
    showValues();
  });
  box.addBeside(button);
}

void SettingsPage::addLooks(QVBoxLayout& sheet) {
  addHeading(sheet, tr("Looks"));
  m_theme->setObjectName(u"settings.theme"_s);
  m_theme->addItems({tr("As the system"), tr("Light"), tr("Dark")});  // in the order of ThemeChoice
  m_theme->setToolTip(tr("Colours of the window"));
  m_font->setObjectName(u"settings.font"_s);
  m_font->setToolTip(tr("Points added to the system's size of text (Ctrl++ and Ctrl+-)"));
  m_font->setSuffix(tr(" points"));
  auto* theme = new FieldBox(tr("Theme"), m_theme, {}, m_sheet);
  auto* font = new FieldBox(tr("Larger text by"), m_font, {}, m_sheet);
  addReset(*theme, [this] { m.preferences.setTheme(ThemeChoice::System); });
  addReset(*font, [this] { m.preferences.setFontStep(0); });
  sheet.addLayout(makeRow(nullptr, {}, 16, {{theme, 1}, {font, 1}}));
  addChoice(sheet, Setting::Language, tr("Language"), tr("Of the window's texts, from the next start; reasons and reports stay English"),
            {{tr("As the system"), {}}, {u"English"_s, u"en"_s}, {u"Deutsch"_s, u"de"_s}});
  connect(m_theme, &QComboBox::activated, this,
          [this](int index) { m.preferences.setTheme(static_cast<ThemeChoice>(index)); });
  connect(m_font, &QSpinBox::valueChanged, this, [this](int step) { m.preferences.setFontStep(step); });
}

void SettingsPage::addText(QVBoxLayout& sheet, Setting setting, const QString& title, const QString& tooltip,
                           Chosen chosen) {
  auto* field = makeTextField(title, tr("Default: %1").arg(m.defaultText(setting)), m_sheet);
  field->setObjectName(u"settings."_s + session::settingKey(setting));
  field->setToolTip(tooltip.isEmpty() ? field->placeholderText() : tooltip + u'\n' + field->placeholderText());  // it may be a long path
  auto* box = new FieldBox(title, field, {}, m_sheet);
  if (chosen != Chosen::Nothing) {
    const FileRequest request{.title = title,
                              .kinds = tr("Flaky lists (*.toml *.py);;All files (*)"),
                              .wantsFolder = chosen == Chosen::Folder};
    const QString choice = request.wantsFolder ? tr("Choose a folder") : tr("Choose a file");
    QPushButton* choose = makePushButton(u"choose."_s + session::settingKey(setting), tr("Choose"), choice, m_sheet);
    connect(choose, &QPushButton::clicked, this, [this, setting, request] {
      m.prompt.request(this, request, [this, setting](const QStringList& paths) { store(setting, paths.value(0)); });
    });
    choose->setAccessibleName(tr("%1: %2").arg(choice, title));
    box->addBeside(choose);
  }
  addReset(*box, [this, setting] { store(setting, {}); });
  connect(field, &QLineEdit::editingFinished, this, [this, setting, field] { store(setting, field->text()); });
  m_boxes.insert(setting, box);
  sheet.addWidget(box);
}

void SettingsPage::addChoice(QVBoxLayout& sheet, Setting setting, const QString& title, const QString& tooltip,
                             const QList<std::pair<QString, QString>>& choices) {
  auto* field = new ChoiceField(false, m_sheet);
  field->setObjectName(u"settings."_s + session::settingKey(setting));
  field->setToolTip(tooltip);
  for (const auto& [text, value] : choices) field->addItem(text, value);
  auto* box = new FieldBox(title, field, {}, m_sheet);
  addReset(*box, [this, setting] { store(setting, {}); });
  connect(field, &QComboBox::activated, this, [this, setting, field] { store(setting, field->currentData().toString()); });
  m_boxes.insert(setting, box);
  sheet.addWidget(box);
}

void SettingsPage::addSwitch(QVBoxLayout& sheet, Setting setting, const QString& text, const QString& tooltip) {
  auto* field = new QCheckBox(text, m_sheet);
  field->setObjectName(u"settings."_s + session::settingKey(setting));
  field->setToolTip(tooltip);
  field->setAccessibleName(text);
  auto* box = new FieldBox({}, field, {}, m_sheet);
  connect(field, &QCheckBox::clicked, this, [this, setting](bool on) {
    store(setting, on == isOnByDefault(setting) ? QString() : on ? u"yes"_s : u"no"_s);
  });
  m_boxes.insert(setting, box);
  sheet.addWidget(box);
}

void SettingsPage::addToken(QVBoxLayout& sheet) {
  m_token->setObjectName(u"settings.token"_s);
  m_token->setEchoMode(QLineEdit::Password);
  m_token->setToolTip(tr("It is kept in the desktop's keyring and in no file; GITHUB_TOKEN in the environment comes before it"));
  m_tokenBox = new FieldBox({}, m_token, {}, m_sheet);
  m_tokenBox->label()->show();
  QPushButton* keep = makePushButton(u"keepToken"_s, tr("Keep"), tr("Put the token into the keyring"), m_sheet);
  QPushButton* remove = makePushButton(u"removeToken"_s, tr("Remove"), tr("Take the token out of the keyring"), m_sheet);
  connect(keep, &QPushButton::clicked, this, [this] {
    if (m_token->text().isEmpty()) return m_tokenBox->setProblem(tr("Paste a token first."));
    saveToken(m_token->text());
  });
  connect(remove, &QPushButton::clicked, this, [this] { saveToken({}); });
  keep->setAccessibleName(tr("Keep the token"));
  remove->setAccessibleName(tr("Remove the token"));
  m_tokenBox->addBeside(keep);
  m_tokenBox->addBeside(remove);
  sheet.addWidget(m_tokenBox);
}

void SettingsPage::saveToken(const QString& token) {
  m_token->clear();
  m.saveToken(token, [this, isKept = !token.isEmpty()](const QString& problem) {
    m_tokenBox->setProblem(problem);
    if (problem.isEmpty()) showMessage(isKept ? tr("The keyring has the token now") : tr("The keyring has no token now"));
    showValues();
  });
}

void SettingsPage::store(Setting setting, const QString& text) {
  const auto problem = m.preferences.setValue(setting, text);
  box(setting)->setProblem(problem ? sentenceOf(*problem) : QString());
  if (!problem) showValues();
}

/// showValues leaves a text alone that could not be stored: it is there to be corrected.
void SettingsPage::showValues() {
  m_theme->setCurrentIndex(static_cast<int>(m.preferences.theme()));
  const QSignalBlocker quiet(m_font);
  m_font->setValue(m.preferences.fontStep());
  for (auto it = m_boxes.cbegin(); it != m_boxes.cend(); ++it) {
    const QString value = m.preferences.value(it.key());
    if (!it.value()->problem().isEmpty()) continue;
    if (auto* line = qobject_cast<QLineEdit*>(it.value()->field()); line != nullptr && line->text() != value) line->setText(value);
    if (auto* choice = qobject_cast<QComboBox*>(it.value()->field())) choice->setCurrentIndex(std::max(choice->findData(value), 0));
    if (auto* tick = qobject_cast<QCheckBox*>(it.value()->field()))
      tick->setChecked(value.isEmpty() == isOnByDefault(it.key()));
  }
  m_tokenBox->label()->setText(tr("Token for GitHub (%1)").arg(m.tokenText()));
}

void SettingsPage::resetAll() {
  m.preferences.setTheme(ThemeChoice::System);
  m.preferences.setFontStep(0);
  for (const Setting setting : m_boxes.keys()) store(setting, {});
  m_keys->resetAll();
  showMessage(tr("All settings are the defaults again"));
}

QList<ActionSpec> SettingsPage::actions() {
  return {{.id = u"settings.reset"_s,
           .text = tr("Put back all defaults"),
           .tooltip = tr("Reset every setting and all keys; the token stays in the keyring"),
           .group = tr("View"),
           .run = [this] { resetAll(); }}};
}

}  // namespace plumbline::ui
