// SPDX-License-Identifier: GPL-3.0-or-later
// A small toggle for one verdict class: glyph and count. Checked: only such rows (and other checked ones) are shown.
//
//   auto* chip = new ClassChip(VerdictClass::Fail, theme); chip->setCount(3);
#pragma once

#include <QHBoxLayout>
#include <QList>
#include <functional>

#include "ui/support/mark_chip.h"

namespace plumbline::ui {

class ClassChip : public ToggleChip {
  Q_OBJECT

 public:
  /// key is the shortcut to name in the tooltip.
  ClassChip(verdicts::VerdictClass cls, const Theme& theme, const QString& key, QWidget* parent = nullptr);

  verdicts::VerdictClass verdictClass() const { return m_cls; }
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void describe() override;

 private:
  verdicts::VerdictClass m_cls;
  QString m_key;
};

/// ClassChips is a row of chips, one per class, whose shortcuts are 1 to 9. The chips are children of `parent`.
class ClassChips : public QHBoxLayout {
  Q_OBJECT

 public:
  ClassChips(const QList<verdicts::VerdictClass>& classes, const Theme& theme, QWidget* parent);

  void setTheme(const Theme& theme);
  void setCounts(const std::function<std::size_t(verdicts::VerdictClass)>& countOf);
  void toggle(verdicts::VerdictClass cls);
  void clear();
  /// checked has a classBit per checked chip.
  std::uint32_t checked() const;
  const QList<ClassChip*>& chips() const { return m_chips; }

 Q_SIGNALS:
  void changed();

 private:
  QList<ClassChip*> m_chips;
};

}  // namespace plumbline::ui
