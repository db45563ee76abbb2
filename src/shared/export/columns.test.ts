import { expect, test } from 'vitest';
import { acrossColumns, entityColumns, eventColumns } from './annotated-columns.ts';
import { documentColumns } from './document-columns.ts';
import { noteColumns } from './note-columns.ts';
import { previewColumns } from './preview-columns.ts';
import { uploadColumns } from './upload-columns.ts';

/** Whoever reads an export finds its columns by these names, in this order: one more stands at the end. */
const columns: readonly [string, object, string][] = [
  [
    'uploads',
    uploadColumns,
    `id state path fileName size sha256 contentId duplicateOf replaces folderId profileId tags shared
     createdAt landedAt finishedAt attempts code detail requestId remoteStatus remoteError`,
  ],
  [
    'documents',
    documentColumns,
    `contentId fileName status remoteStatus error folderId connectorId origin tags shared noIndex noStore size
     uploadedAt publishedAt completedAt expiresAt uploadId`,
  ],
  ['a dry run', previewColumns, 'path size outcome reason place why uploadId tags'],
  [
    'entities over documents',
    acrossColumns,
    'id name type documents mentions meanSentiment meanRelevance firstDate lastDate',
  ],
  ['entities', entityColumns, 'id name type mentions sentiment relevance'],
  [
    'notes',
    noteColumns,
    `title fileName published page section quote note color tags state reason author created changed contentId
     link id`,
  ],
  ['events', eventColumns, 'type topic roles sentiment relevance paragraphs'],
];

test.each(columns)('T-19: the columns of %s keep their names and their order', (_what, declared, names) => {
  expect(Object.keys(declared)).toEqual(names.split(/\s+/));
});
