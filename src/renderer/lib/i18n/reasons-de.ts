import type { ErrorCode } from '#shared/errors/catalog.ts';

interface Sentences {
  readonly happened: string;
  readonly next: string;
  readonly remedy: string;
}

const say = (happened: string, next: string, remedy: string): Sentences => ({ happened, next, remedy });
const waits = 'Sluice versucht es von selbst wieder.';
const stops = 'Sluice lässt es liegen, bis Sie entscheiden.';
const nothing = 'Nichts zu tun.';

/** The error catalog's sentences in German; a code without them is a type error. */
export const errorsDe: Readonly<Record<ErrorCode, Sentences>> = {
  KEY_MISSING: say(
    'Für dieses Profil ist kein API-Schlüssel gesetzt.',
    'Uploads warten.',
    'Setzen Sie einen Schlüssel.',
  ),
  KEY_REJECTED: say(
    'Der Dienst hat den API-Schlüssel nicht angenommen.',
    'Uploads warten; nichts geht verloren.',
    'Prüfen Sie den Schlüssel und setzen Sie ihn neu.',
  ),
  NOT_PERMITTED: say(
    'Der Dienst erlaubt das mit Ihrem Schlüssel nicht.',
    stops,
    'Fragen Sie, wem das Dokument oder der Connector gehört, oder nehmen Sie einen anderen Schlüssel.',
  ),
  QUOTA_EXHAUSTED: say(
    'Das Abonnement hat dafür keine Einheiten mehr.',
    'Uploads warten; nichts geht verloren.',
    'Fragen Sie, wer das Abonnement verwaltet, und versuchen Sie es dann erneut.',
  ),
  NO_SUCH_OPERATION: say(
    'Diese Installation des Dienstes kennt die Operation nicht.',
    'Sluice macht ohne sie weiter, wo es geht.',
    'Prüfen Sie die Adressen des Profils.',
  ),
  UNREACHABLE: say(
    'Der Dienst ist nicht erreichbar.',
    waits,
    'Prüfen Sie das Netzwerk und die Adresse des Profils.',
  ),
  TIMED_OUT: say(
    'Der Dienst hat nicht rechtzeitig geantwortet.',
    waits,
    'Prüfen Sie das Netzwerk; „Erneut versuchen“ versucht es sofort.',
  ),
  CONNECTION_LOST: say(
    'Die Verbindung brach ab, bevor die Antwort kam.',
    waits,
    'Nichts zu tun, solange es nicht anhält; „Erneut versuchen“ versucht es sofort.',
  ),
  TLS_FAILED: say(
    'Eine sichere Verbindung zum Dienst kam nicht zustande.',
    waits,
    'Prüfen Sie die Adresse, die Uhr dieses Rechners und den Proxy.',
  ),
  SERVICE_FAILED: say(
    'Der Dienst hatte selbst einen Fehler.',
    waits,
    'Nichts zu tun, solange es nicht anhält; „Erneut versuchen“ versucht es sofort.',
  ),
  RATE_LIMITED: say(
    'Der Dienst hat Sluice gebeten, langsamer zu sein.',
    'Sluice wartet so lange wie verlangt.',
    'Senken Sie die Anfragen je Minute im Profil, wenn andere denselben Schlüssel nutzen.',
  ),
  BAD_ANSWER: say(
    'Die Antwort war nicht, was der Dienst verspricht.',
    waits,
    'Prüfen Sie, ob die Adresse der Dienst selbst ist und kein Proxy und keine Anmeldeseite.',
  ),
  BLOCKED_BY_FIREWALL: say(
    'Statt des Dienstes hat eine Webseite geantwortet, wie es Firewalls und Anmeldeseiten tun.',
    waits,
    'Bitten Sie Ihre Netzwerkverwaltung, den Dienst freizugeben.',
  ),
  REFUSED_AS_INVALID: say(
    'Der Dienst hat die Anfrage als ungültig abgelehnt.',
    stops,
    'Ändern Sie, was die Meldung nennt, und versuchen Sie es dann erneut.',
  ),
  UNKNOWN_TAG: say(
    'Der Dienst kennt eines der Tags nicht.',
    stops,
    'Wählen Sie vorhandene Tags oder wechseln Sie im Profil zwischen Tag-IDs und Namen; versuchen Sie es dann erneut.',
  ),
  DOCUMENT_NOT_FOUND: say(
    'Der Dienst hat kein solches Dokument.',
    'Sluice merkt sich, dass es fehlt.',
    'Laden Sie es noch einmal hoch, wenn Sie es brauchen.',
  ),
  NOT_FOUND: say('Der Dienst hat unter dieser ID nichts.', 'Nichts wurde geändert.', 'Prüfen Sie die ID.'),
  CONFLICT: say(
    'Der Dienst meldet einen Widerspruch zu dem, was er hat.',
    stops,
    'Sehen Sie den jetzigen Stand an und versuchen Sie es dann erneut.',
  ),
  FILE_TOO_LARGE: say(
    'Die Datei ist größer, als der Dienst oder der Ordner annimmt.',
    stops,
    'Teilen oder verkleinern Sie die Datei, oder erhöhen Sie die Grenze des Ordners.',
  ),
  ADDRESS_USED_OR_EXPIRED: say(
    'Die Upload-Adresse war benutzt oder abgelaufen.',
    'Sluice sieht nach, ob die Datei angekommen ist, und holt sonst eine neue Adresse.',
    nothing,
  ),
  STORAGE_REFUSED: say(
    'Der Speicher hat die Datei abgelehnt.',
    waits,
    'Versuchen Sie es erneut; hält es an, prüfen Sie Proxys, die Kopfzeilen hinzufügen.',
  ),
  NOT_INTACT: say(
    'Angekommen ist nicht, was gesendet wurde.',
    'Sluice verwirft es und sendet die Datei noch einmal.',
    'Nichts zu tun, solange es nicht anhält.',
  ),
  ENRICHMENT_FAILED: say(
    'Der Dienst konnte das Dokument nicht verarbeiten.',
    stops,
    'Öffnen Sie die Datei: Ist sie beschädigt oder geschützt? „Erneut versuchen“ sendet sie noch einmal.',
  ),
  DOCUMENT_VANISHED: say(
    'Das Dokument verschwand aus dem Dienst, bevor es fertig war.',
    stops,
    '„Erneut versuchen“ sendet es noch einmal.',
  ),
  FILE_GONE: say(
    'Die Datei ist nicht (mehr) da.',
    'Sluice vergisst sie, solange sie nicht zurückkommt.',
    'Legen Sie sie zurück, um sie hochzuladen.',
  ),
  FILE_UNREADABLE: say(
    'Die Datei lässt sich nicht lesen.',
    'Sluice versucht es wieder, sobald sie lesbar ist.',
    'Prüfen Sie die Rechte, oder schließen Sie das Programm, das sie sperrt.',
  ),
  NAME_UNDECODABLE: say(
    'Der Dateiname ist kein Text, den dieses System schreiben kann.',
    'Sluice nimmt die Datei, wenn sie anders heißt.',
    'Benennen Sie die Datei um.',
  ),
  FILE_EMPTY: say(
    'Die Datei ist leer.',
    'Sluice lädt sie hoch, sobald sie Inhalt hat.',
    'Nichts zu tun, wenn sie leer sein soll.',
  ),
  FILE_CHANGED: say(
    'Die Datei hat sich während des Uploads geändert.',
    'Sluice verwirft das Gesendete und beginnt neu, wenn sie ruht.',
    nothing,
  ),
  STILL_CHANGING: say(
    'Die Datei ändert sich immer noch.',
    'Sluice beobachtet sie weiter.',
    'Laden Sie sie jetzt hoch, wie sie ist, oder warten Sie.',
  ),
  NOT_A_FILE: say(
    'Das ist keine Datei, die hochgeladen werden kann.',
    'Sie bleibt außen vor.',
    'Wählen Sie eine gewöhnliche Datei.',
  ),
  FOLDER_MISSING: say(
    'Der beobachtete Ordner ist nicht da.',
    'Nichts wird gelöscht; Sluice macht weiter, wenn er zurück ist.',
    'Verbinden Sie das Laufwerk wieder, oder ändern Sie den Pfad des Ordners.',
  ),
  FOLDER_UNREADABLE: say(
    'Der Ordner lässt sich nicht lesen.',
    'Sluice versucht es von selbst wieder; andere Ordner laufen weiter.',
    'Prüfen Sie seine Rechte.',
  ),
  CHANGED_FILE_ASKS: say(
    'Die Datei hat neuen Inhalt, und dieser Ordner fragt, was dann geschieht.',
    stops,
    'Wählen Sie: ein neues Dokument, oder das alte ersetzen.',
  ),
  DELETE_CAP: say(
    'Es verschwanden mehr Dateien auf einmal, als dieser Ordner im Dienst löschen darf.',
    'Nichts wird gelöscht.',
    'Legen Sie die Dateien zurück, oder erhöhen Sie die Grenze des Ordners.',
  ),
  CHOICE_PENDING: say(
    'Der Ordner enthält Dateien aus der Zeit davor und wartet auf Ihre Wahl.',
    stops,
    'Wählen Sie die Dateien, die hochgeladen werden sollen.',
  ),
  DUPLICATE_UNCERTAIN: say(
    'Das Ledger wurde neu aufgebaut, und der Dienst kann nicht sagen, ob er diese Datei schon hat.',
    'Sie wird zurückgehalten, damit nichts doppelt hochgeladen wird.',
    'Laden Sie sie hoch, oder vermerken Sie, dass sie schon da ist.',
  ),
  AFTER_UPLOAD_FAILED: say(
    'Das Dokument ist angekommen, aber die Datei konnte danach nicht verschoben oder gelöscht werden.',
    'Die Datei bleibt, wo sie ist.',
    'Prüfen Sie Rechte und Platz, und versuchen Sie es dann erneut.',
  ),
  DISK_FULL: say(
    'Der Datenträger ist voll.',
    'Sluice hält an und versucht es wieder.',
    'Schaffen Sie Platz.',
  ),
  LEDGER_BUSY: say(
    'Ein anderer Agent benutzt diesen Datenordner.',
    'Dieser hier endet.',
    'Beenden Sie den anderen Agenten, oder nehmen Sie einen anderen Datenordner.',
  ),
  LEDGER_NEWER: say(
    'Das Ledger wurde von einer neueren Version von Sluice geschrieben.',
    'Nichts wurde geändert.',
    'Aktualisieren Sie Sluice.',
  ),
  LEDGER_CORRUPT: say(
    'Das Ledger war beschädigt.',
    'Es wurde beiseitegelegt und aus den Ordnern und dem Dienst neu aufgebaut.',
    'Nichts zu tun; die beschädigte Datei bleibt erhalten.',
  ),
  SETTINGS_CORRUPT: say(
    'Die Einstellungen ließen sich nicht lesen.',
    'Sie wurden beiseitegelegt; Sluice beginnt mit den Vorgaben.',
    'Stellen Sie die beiseitegelegte Datei wieder her, oder richten Sie Sluice neu ein.',
  ),
  IMPORT_INVALID: say(
    'Diese Datei enthält keine Einstellungen, die Sluice übernehmen kann.',
    'Es wurde nichts geändert.',
    'Wählen Sie eine Datei, die Sluice exportiert hat, nicht von einer neueren Version.',
  ),
  CANCELLED: say(
    'Der Upload wurde abgebrochen.',
    'Im Dienst bleibt nichts davon.',
    '„Erneut versuchen“ lädt die Datei doch noch hoch.',
  ),
  USAGE: say('Die Eingabe passt nicht.', 'Nichts wurde geändert.', 'Ändern Sie, was die Meldung nennt.'),
  UNEXPECTED: say(
    'Etwas ist geschehen, womit Sluice nicht gerechnet hat.',
    'Es bleibt, wie es ist.',
    'Versuchen Sie es erneut; hält es an, melden Sie es mit der Diagnose.',
  ),
};
