import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { callChannel, eventChannel, pickedChannel } from '#shared/bridge/channels.ts';
import type { Bridge, Reply } from '#shared/bridge/contract.ts';
import { callNames, eventNames } from '#shared/bridge/names.ts';

const unknownCall: Reply = { ok: false, error: { code: 'USAGE', message: 'There is no such call.' } };

const bridge: Bridge & { pathsOf(files: readonly File[]): string[] } = {
  async call(name, input) {
    if (!callNames.includes(name)) return unknownCall;
    return ipcRenderer.invoke(callChannel, name, input);
  },
  on(name, listener) {
    if (!eventNames.includes(name)) return () => undefined;
    // The page gets the payload only: Electron's event leads to ipcRenderer.
    const forward = (_event: unknown, sent: string, payload: unknown) => {
      if (sent === name) listener(payload);
    };
    ipcRenderer.on(eventChannel, forward);
    return () => void ipcRenderer.off(eventChannel, forward);
  },
  pathsOf(files) {
    // Only files that a person dropped or chose have a path. Main is told before the page can name them.
    const paths = files.map((file) => webUtils.getPathForFile(file));
    ipcRenderer.send(
      pickedChannel,
      paths.filter((path) => path !== ''),
    );
    return paths;
  },
};

contextBridge.exposeInMainWorld('sluice', bridge);
