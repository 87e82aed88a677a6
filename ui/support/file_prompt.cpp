// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/support/file_prompt.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMimeData>
#include <QUrl>

namespace plumbline::ui {

QStringList localFiles(const QMimeData* data) {
  QStringList paths;
  const QList<QUrl> urls = data->urls();
  for (const QUrl& url : urls)
    if (url.isLocalFile()) paths << url.toLocalFile();
  return paths;
}

void DialogFilePrompt::request(QWidget* parent, const FileRequest& question, Answer answer) {
  const QString csv = QCoreApplication::translate("FilePrompt", "CSV files (*.csv);;All files (*)");
  auto* dialog =
      new QFileDialog(parent, question.title, question.folder, question.kinds.isEmpty() ? csv : question.kinds);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  if (question.wantsFolder) {
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
  } else if (question.mayBeNew) {
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setOption(QFileDialog::DontConfirmOverwrite,
                      !question.replaces);  // edits are reviewed before they are saved
    dialog->setFileMode(QFileDialog::AnyFile);
  } else {
    dialog->setFileMode(question.several ? QFileDialog::ExistingFiles : QFileDialog::ExistingFile);
  }
  QObject::connect(dialog, &QFileDialog::filesSelected, parent,
                   [answer = std::move(answer)](const QStringList& paths) { answer(paths); });
  dialog->open();
}

}  // namespace plumbline::ui
