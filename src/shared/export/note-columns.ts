import type { Note } from '../bridge/notes.ts';
import { passageLink } from '../cite/passage-citation.ts';
import { isoTime } from './columns.ts';

/** Notes: a line a passage. */
export const noteColumns = {
  title: ({ document }: Note) => document.title,
  fileName: ({ document }: Note) => document.fileName,
  published: ({ document }: Note) => isoTime(document.publishedAt),
  page: ({ page }: Note) => page,
  section: ({ section }: Note) => section,
  quote: ({ quote }: Note) => quote,
  note: ({ body }: Note) => body,
  color: ({ color }: Note) => color,
  tags: ({ tags }: Note) => tags,
  state: ({ state }: Note) => state,
  reason: ({ reason }: Note) => reason,
  author: ({ author }: Note) => author,
  created: ({ createdAt }: Note) => isoTime(createdAt),
  changed: ({ changedAt }: Note) => isoTime(changedAt),
  contentId: ({ contentId }: Note) => contentId,
  link: ({ contentId, document, quote, place, page, section }: Note) =>
    passageLink({ document: { ...document, contentId }, quote, place, page, section }),
  id: ({ id }: Note) => id,
};
