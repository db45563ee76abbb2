import { type BrowserWindow, dialog } from 'electron';

/** Shows a message box, before the window where there is one; the index of the button that was pressed. */
export async function askPerson(
  window: BrowserWindow | undefined,
  question: Electron.MessageBoxOptions,
): Promise<number> {
  const { response } = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question));
  return response;
}
