import { contextBridge } from 'electron';

/** What the page may know of its host: the version of Electron. Calls and events join with the bridge contract. */
contextBridge.exposeInMainWorld('sluice', Object.freeze({ electron: process.versions.electron }));
