import { useCallbackRef } from '@mantine/hooks';
import { citationHtml, citationText, type PassageCitation } from '#shared/cite/passage-citation.ts';
import { copyRich } from '../../../lib/copy-rich.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { notify, notifyFailure } from '../../../ui/notify.tsx';
import type { PagedPassage } from '../model/passages.ts';
import type { DocumentNotes } from './use-notes.ts';

export type PassageAct = 'copy' | 'highlight' | 'note';

/** The keys of what can be done with a passage. */
export const passageKeys: Readonly<Record<string, PassageAct>> = { c: 'copy', h: 'highlight', a: 'note' };

/** The document as it is cited. */
export type CitedDocument = PassageCitation['document'];

interface PassageActs {
  readonly cited: CitedDocument | null;
  readonly notes: DocumentNotes | null;
  /** What is selected in the text, else the sentence that is shown. */
  readonly passage: () => Promise<PagedPassage | null>;
}

/** Copies, marks or notes what is selected, else the sentence that is shown. */
export function usePassageActs({ cited, notes, passage: passageNow }: PassageActs) {
  const { t } = useI18n();
  const copy = useCopyCitation();
  return useCallbackRef(async (act: PassageAct): Promise<void> => {
    try {
      const passage = await passageNow();
      if (cited === null || passage === null) return notify(t('notes.nothing'));
      if (act === 'copy') return copy({ ...passage, document: cited, place: passage });
      if (notes === null) return;
      const { id } = await notes.add(passage);
      document.getSelection()?.removeAllRanges();
      if (act === 'note') notes.edit(id);
    } catch (error) {
      // What the host says of a failed action is said by it.
      if (!(error instanceof Error && 'code' in error)) notifyFailure(error);
    }
  });
}

/** Puts a passage with its source on the clipboard. */
export function useCopyCitation() {
  const { t } = useI18n();
  return useCallbackRef((citation: PassageCitation) => {
    const words = { page: t('notes.page'), quoted: (one: string) => t('common.quoted', { words: one }) };
    const isDone = copyRich({ html: citationHtml(citation, words), text: citationText(citation, words) });
    notify(t(isDone ? 'notes.copied' : 'notes.notCopied'));
  });
}
