// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/file_prompt.h"

#include <QCoreApplication>
#include <QFileDialog>

namespace plumbline::ui {

void DialogFilePrompt::ask(QWidget* parent, const FileQuestion& question, Answer answer) {
  auto* dialog = new QFileDialog(parent, question.title, question.folder,
                                 QCoreApplication::translate("FilePrompt", "CSV files (*.csv);;All files (*)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(question.several ? QFileDialog::ExistingFiles : QFileDialog::ExistingFile);
  QObject::connect(dialog, &QFileDialog::filesSelected, parent,
                   [answer = std::move(answer)](const QStringList& paths) { answer(paths); });
  dialog->open();
}

}  // namespace plumbline::ui
