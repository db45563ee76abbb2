const english = {
  about: 'About Sluice',
  addFolder: 'Add a watch folder…',
  attention: '{count} need you',
  attentionOne: '{count} needs you',
  cancel: 'Cancel',
  checkForUpdates: 'Check for updates…',
  completed: '{count} uploaded',
  connectors: 'Connectors',
  documents: 'Documents',
  edit: 'Edit',
  explorer: 'Explorer',
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
  openAnnotated: 'Open annotated JSON…',
  openExternal: 'Open this address in your browser?',
  openIt: 'Open',
  pause: 'Pause uploads',
  paused: 'Paused',
  pickFolder: 'Choose a folder',
  quit: 'Quit Sluice',
  resume: 'Resume uploads',
  search: 'Search',
  settings: 'Settings…',
  supportBundle: 'Save a support bundle',
  tags: 'Tags',
  updateAvailable: 'Sluice {version} is available.',
  updateAvailableDetail: 'Uploads go on while it is downloaded. It is installed when Sluice ends.',
  updateDownload: 'Download',
  updateFailed: 'Sluice could not look for updates.',
  updateFailedDetail:
    'The server of the updates did not answer as expected. Sluice goes on; try again later.',
  updateLater: 'Later',
  updateNone: 'Sluice {version} is the newest version.',
  updateNoneDetail: 'There is nothing to do.',
  updateQuit: 'Quit now',
  updateReady: 'Sluice {version} is downloaded.',
  updateReadyDetail: 'It is installed when Sluice ends. Uploads under way continue at the next start.',
  uploadFiles: 'Upload files…',
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
  checkForUpdates: 'Nach Updates suchen…',
  completed: '{count} hochgeladen',
  connectors: 'Konnektoren',
  documents: 'Dokumente',
  edit: 'Bearbeiten',
  explorer: 'Explorer',
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
  openAnnotated: 'Annotiertes JSON öffnen…',
  openExternal: 'Diese Adresse im Browser öffnen?',
  openIt: 'Öffnen',
  pause: 'Hochladen anhalten',
  paused: 'Angehalten',
  pickFolder: 'Ordner wählen',
  quit: 'Sluice beenden',
  resume: 'Hochladen fortsetzen',
  search: 'Suche',
  settings: 'Einstellungen…',
  supportBundle: 'Supportpaket speichern',
  tags: 'Tags',
  updateAvailable: 'Sluice {version} ist da.',
  updateAvailableDetail:
    'Beim Herunterladen wird weiter hochgeladen. Installiert wird, wenn Sluice beendet wird.',
  updateDownload: 'Herunterladen',
  updateFailed: 'Sluice konnte nicht nach Updates suchen.',
  updateFailedDetail:
    'Der Server der Updates hat nicht wie erwartet geantwortet. Sluice läuft weiter; versuchen Sie es später noch einmal.',
  updateLater: 'Später',
  updateNone: 'Sluice {version} ist die neueste Version.',
  updateNoneDetail: 'Es gibt nichts zu tun.',
  updateQuit: 'Jetzt beenden',
  updateReady: 'Sluice {version} ist heruntergeladen.',
  updateReadyDetail:
    'Installiert wird, wenn Sluice beendet wird. Laufende Uploads gehen beim nächsten Start weiter.',
  uploadFiles: 'Dateien hochladen…',
  uploads: 'Uploads',
  view: 'Ansicht',
  window: 'Fenster',
  working: '{done} von {total}',
};

/** A text of the app outside its pages (X12). */
export type Translate = (
  name: keyof typeof english,
  values?: Readonly<Record<string, number | string>>,
) => string;

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
