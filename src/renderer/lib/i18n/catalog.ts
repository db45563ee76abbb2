import type { Language, Message } from './define-messages.ts';
import { acrossMessages } from './messages/across.ts';
import { annotatedMessages } from './messages/annotated.ts';
import { commonMessages } from './messages/common.ts';
import { connectorsMessages } from './messages/connectors.ts';
import { documentMessages } from './messages/document.ts';
import { documentsMessages } from './messages/documents.ts';
import { explorerMessages } from './messages/explorer.ts';
import { folderFormMessages } from './messages/folder-form.ts';
import { foldersMessages } from './messages/folders.ts';
import { gridMessages } from './messages/grid.ts';
import { homeMessages } from './messages/home.ts';
import { jsonTreeMessages } from './messages/json-tree.ts';
import { operationsMessages } from './messages/operations.ts';
import { searchMessages } from './messages/search.ts';
import { settingsMessages } from './messages/settings.ts';
import { tagsMessages } from './messages/tags.ts';
import { uploadSheetMessages } from './messages/upload-sheet.ts';
import { uploadsMessages } from './messages/uploads.ts';
import { welcomeMessages } from './messages/welcome.ts';

const areas = [
  acrossMessages,
  annotatedMessages,
  commonMessages,
  connectorsMessages,
  documentMessages,
  documentsMessages,
  explorerMessages,
  folderFormMessages,
  foldersMessages,
  gridMessages,
  homeMessages,
  jsonTreeMessages,
  operationsMessages,
  searchMessages,
  settingsMessages,
  tagsMessages,
  uploadSheetMessages,
  uploadsMessages,
  welcomeMessages,
] as const;

type Area = (typeof areas)[number];
export type MessageKey = Area extends infer A
  ? A extends { en: infer E }
    ? keyof E & string
    : never
  : never;

/** Every string of the pages, in every language (X12). */
export const catalog: Readonly<Record<Language, Readonly<Record<MessageKey, Message>>>> = {
  en: Object.assign({}, ...areas.map(({ en }) => en)),
  de: Object.assign({}, ...areas.map(({ de }) => de)),
};
