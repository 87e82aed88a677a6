// SPDX-License-Identifier: GPL-3.0-or-later
// Everything a person may set, each with its default, applied at once and put back by the button beside it. What cannot
// be used is said below its field and not stored.
//
//   auto* page = new SettingsPage(theme, {preferences, registry, prompt, fetcher, ...});
#pragma once

#include <QHash>
#include <functional>

#include "core/session/user_settings.h"
#include "ui/support/page.h"

class QLineEdit;
class QVBoxLayout;

namespace plumbline::ui {

class ActionRegistry;
class ChoiceField;
class FieldBox;
class FilePrompt;
class KeysEditor;
class NumberField;
class Preferences;

class SettingsPage : public Page {
  Q_OBJECT

 public:
  struct Parts {
    Preferences& preferences;
    ActionRegistry& registry;
    FilePrompt& prompt;
    QStringList ruleSets;                                  ///< generations to choose from
    std::function<QString(session::Setting)> defaultText;  ///< shown where nothing is set
    std::function<QString()> tokenText;                    ///< which token there is
    /// saveToken keeps it in the keyring, "" removes it; `done` gets why not, or "".
    std::function<void(const QString& token, std::function<void(const QString& problem)> done)> saveToken;
    std::function<void()> makePages;  ///< the keys of all pages are listed
  };
  SettingsPage(const Theme& theme, Parts parts, QWidget* parent = nullptr);

  QList<ActionSpec> actions() override;
  QString statusText() const override { return message(); }
  void setTheme(const plumbline::ui::Theme& theme) override;
  /// box is the field of a setting with its name and its problem.
  FieldBox* box(session::Setting setting) const { return m_boxes.value(setting); }

 private:
  enum class Chosen { Nothing, File, Folder };  ///< what the button beside a path asks for
  void addLooks(QVBoxLayout& sheet);
  void addText(QVBoxLayout& sheet, session::Setting setting, const QString& title, const QString& tooltip,
               Chosen chosen = Chosen::Nothing);
  void addChoice(QVBoxLayout& sheet, session::Setting setting, const QString& title, const QString& tooltip,
                 const QList<std::pair<QString, QString>>& choices);
  void addSwitch(QVBoxLayout& sheet, session::Setting setting, const QString& text, const QString& tooltip);
  void addToken(QVBoxLayout& sheet);
  void addReset(FieldBox& box, const std::function<void()>& reset);
  void addHeading(QVBoxLayout& sheet, const QString& text);
  void store(session::Setting setting, const QString& text);
  void saveToken(const QString& token);
  void showValues();
  void resetAll();

  Parts m;
  QHash<session::Setting, FieldBox*> m_boxes;
  QWidget* m_sheet;
  ChoiceField* m_theme;
  NumberField* m_font;
  QLineEdit* m_token;
  FieldBox* m_tokenBox = nullptr;
  KeysEditor* m_keys;
};

}  // namespace plumbline::ui
