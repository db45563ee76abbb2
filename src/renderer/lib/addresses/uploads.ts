import { uploadStates } from '#shared/uploads/upload.ts';
import { href } from '../route.ts';
import { defineQuery } from './define-query.ts';
import { day, oneOf, someOf, text, wholeNumber } from './fields.ts';

/** In an address, `folder=manual` means: added by a person, from no watch folder. */
export const manual = 'manual';

export const uploadsQuery = defineQuery(
  {
    /** Part of a path. */
    search: text,
    /** Id of a folder, `manual`, or empty for any. */
    folder: text,
    states: someOf(uploadStates),
    code: text,
    /** Of a team: the machine that has the same bytes, and who sits at it. */
    person: text,
    machine: text,
    from: day,
    to: day,
    /** Content id of a document: the deep link `sluice://document/<id>` ends here. */
    document: text,
    order: oneOf(['newest', 'oldest'], 'newest'),
    /** The upload that is shown beside the list. */
    open: wholeNumber,
  },
  { states: 'state' },
);
export type UploadsAddress = typeof uploadsQuery.usual;

export function uploadsHref(values: Partial<UploadsAddress> = {}): string {
  return href(['uploads'], uploadsQuery.write(values));
}
