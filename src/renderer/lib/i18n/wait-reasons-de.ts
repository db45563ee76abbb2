import type { WaitReason } from '#shared/uploads/wait-reasons.ts';

export const waitReasonsDe: Readonly<Record<WaitReason, string>> = {
  quiet: 'Sie hat sich gerade erst geändert.',
  changing: 'Sie wird noch geschrieben.',
  open: 'Ein Programm hat sie zum Schreiben geöffnet.',
  'pdf-end': 'Sie endet ohne %%EOF.',
  'zip-end': 'Sie endet ohne das Verzeichnis eines Zip.',
  'html-end': 'Sie endet ohne </html>.',
  'xml-end': 'Sie endet vor ihrem Wurzelelement.',
  'json-end': 'Sie endet, bevor ihr JSON endet.',
  zeros: 'Sie endet mit lauter Nullen, wie eine Kopie, die noch läuft.',
  holes: 'Teile von ihr sind noch nicht geschrieben.',
  uploading: 'Ihr Upload läuft.',
};
