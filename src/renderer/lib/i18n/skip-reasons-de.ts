import type { skipReasons } from '#shared/uploads/skip-reasons.ts';

export const skipReasonsDe: Readonly<Record<keyof typeof skipReasons, string>> = {
  'ignored-name': 'Temporäre Dateien und Systemdateien bleiben außen vor.',
  hidden: 'Dieser Ordner lässt versteckte Dateien aus.',
  'own-output': 'Sluice hat das selbst hier abgelegt.',
  'nested-folder': 'Es gehört zu einem eigenen beobachteten Ordner.',
  'ignore-file': 'Die Datei .sluiceignore schließt es aus.',
  filter: 'Ein Filter dieses Ordners schließt es aus.',
  type: 'Dieser Dateityp ist für diesen Ordner nicht gewählt.',
  'too-small': 'Es ist kleiner, als dieser Ordner annimmt.',
  'too-large': 'Es ist größer, als dieser Ordner annimmt.',
  'too-old': 'Es ist älter, als dieser Ordner annimmt.',
  link: 'Es ist eine Verknüpfung, und dieser Ordner folgt keinen.',
  'link-outside': 'Es ist eine Verknüpfung auf etwas außerhalb des Ordners.',
  'link-loop': 'Es ist eine Verknüpfung auf einen Ordner, der schon betrachtet wird.',
  'link-broken': 'Es ist eine Verknüpfung auf etwas, das es nicht gibt.',
  'existed-before': 'Es war schon da, bevor der Ordner hinzukam; gewünscht sind nur neue Dateien.',
  'not-chosen': 'Es war schon da, bevor der Ordner hinzukam, und wurde nicht gewählt.',
  cancelled: 'Der Upload wurde abgebrochen.',
};
