import { BrowserWindow, ipcMain, type WebFrameMain } from 'electron';
import type { Answer, SendEvent } from '#core/public/host.ts';
import { callChannel, eventChannel, pickedChannel } from '#shared/bridge/channels.ts';
import type { Reply } from '#shared/bridge/contract.ts';
import { appOrigin } from './app-origin.ts';

const untrusted: Reply = {
  ok: false,
  error: { code: 'USAGE', message: 'This page may not call Sluice.' },
};

/** One handler for every call, and for pages of ours only. */
export function answerCalls(answer: Answer): void {
  ipcMain.handle(callChannel, ({ senderFrame, sender }, name: unknown, input: unknown) => {
    const isOurs = isTrusted(senderFrame) && senderFrame === sender.mainFrame;
    return isOurs ? answer(name, input) : untrusted;
  });
}

/** Tells of every path that the person dropped or chose, as the preload of a page of ours says it. */
export function onPicked(listener: (path: string) => void): void {
  ipcMain.on(pickedChannel, ({ senderFrame, sender }, paths: unknown) => {
    if (!isTrusted(senderFrame) || senderFrame !== sender.mainFrame || !Array.isArray(paths)) return;
    for (const path of paths) if (typeof path === 'string') listener(path);
  });
}

/** Sends one event to every window that shows a page of ours. */
export const sendToWindows: SendEvent = (name, payload) => {
  for (const { webContents } of BrowserWindow.getAllWindows()) {
    if (!webContents.isDestroyed() && isTrusted(webContents.mainFrame))
      webContents.send(eventChannel, name, payload);
  }
};

/** A frame that was navigated away or closed meanwhile is null. */
function isTrusted(frame: WebFrameMain | null): boolean {
  return frame?.url.startsWith(`${appOrigin}/`) === true;
}
