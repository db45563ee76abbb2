const english = {
  about: 'About Sluice',
  addFolder: 'Add a watch folder…',
  attention: '{count} need you',
  attentionOne: '{count} needs you',
  cancel: 'Cancel',
  completed: '{count} uploaded',
  edit: 'Edit',
  file: 'File',
  folders: 'Folders',
  go: 'Go',
  help: 'Help',
  home: 'Home',
  idle: 'Nothing to do',
  keepForSession: 'Keep until Sluice ends',
  needsKey: 'No API key is set',
  noKeychain: 'This computer has no keychain that encrypts.',
  noKeychainDetail: 'Sluice never writes a key unprotected. It can keep it in memory until it ends.',
  offline: 'The service cannot be reached',
  open: 'Open Sluice',
  openExternal: 'Open this address in your browser?',
  openIt: 'Open',
  pause: 'Pause uploads',
  paused: 'Paused',
  pickFolder: 'Choose a folder',
  quit: 'Quit Sluice',
  resume: 'Resume uploads',
  settings: 'Settings…',
  supportBundle: 'Save a support bundle',
  uploads: 'Uploads',
  view: 'View',
  window: 'Window',
  working: '{done} of {total}',
};

const german: Record<keyof typeof english, string> = {
  about: 'Über Sluice',
  addFolder: 'Ordner überwachen…',
  attention: '{count} brauchen Sie',
  attentionOne: '{count} braucht Sie',
  cancel: 'Abbrechen',
  completed: '{count} hochgeladen',
  edit: 'Bearbeiten',
  file: 'Datei',
  folders: 'Ordner',
  go: 'Gehe zu',
  help: 'Hilfe',
  home: 'Übersicht',
  idle: 'Nichts zu tun',
  keepForSession: 'Behalten, bis Sluice endet',
  needsKey: 'Kein API-Schlüssel gesetzt',
  noKeychain: 'Dieser Rechner hat keinen Schlüsselbund, der verschlüsselt.',
  noKeychainDetail:
    'Sluice schreibt Schlüssel nie ungeschützt. Es kann ihn im Speicher behalten, bis es endet.',
  offline: 'Der Dienst ist nicht erreichbar',
  open: 'Sluice öffnen',
  openExternal: 'Diese Adresse im Browser öffnen?',
  openIt: 'Öffnen',
  pause: 'Hochladen anhalten',
  paused: 'Angehalten',
  pickFolder: 'Ordner wählen',
  quit: 'Sluice beenden',
  resume: 'Hochladen fortsetzen',
  settings: 'Einstellungen…',
  supportBundle: 'Supportpaket speichern',
  uploads: 'Uploads',
  view: 'Ansicht',
  window: 'Fenster',
  working: '{done} von {total}',
};

/** A text of the app outside its pages (X12). */
export type Translate = (name: keyof typeof english, values?: Readonly<Record<string, number>>) => string;

/** @param language as the preference says; `auto` follows `locale` */
export function createTranslate(language: 'auto' | 'en' | 'de', locale: string): Translate {
  const isGerman = language === 'de' || (language === 'auto' && locale.toLowerCase().startsWith('de'));
  const texts = isGerman ? german : english;
  return (name, values = {}) =>
    texts[name].replaceAll(/\{(\w+)\}/g, (_all, key: string) => String(values[key] ?? ''));
}

/** "2 need you". */
export function attentionWords(count: number, translate: Translate): string {
  return translate(count === 1 ? 'attentionOne' : 'attention', { count });
}
