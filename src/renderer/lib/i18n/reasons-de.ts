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
  KEY_STORE_UNREADABLE: say(
    'Der Ort, an dem der API-Schlüssel liegt, kann nicht gelesen werden.',
    'Uploads warten; Sluice sieht von selbst wieder nach.',
    'Entsperren Sie den Schlüsselbund, oder prüfen Sie die Rechte der Schlüsseldatei.',
  ),
  KEY_REJECTED: say(
    'Der Dienst hat den API-Schlüssel nicht angenommen.',
    'Uploads warten; nichts geht verloren.',
    'Prüfen Sie den Schlüssel und setzen Sie ihn neu.',
  ),
  KEY_NOT_FOR_THIS_ADDRESS: say(
    'Der API-Schlüssel wurde für eine andere Adresse gegeben als die, die dieses Profil jetzt hat.',
    'Uploads warten; dorthin wird der Schlüssel nicht gesendet.',
    'Stimmt die neue Adresse, setzen Sie den Schlüssel neu, oder nehmen Sie `sluice key allow`.',
  ),
  INSECURE_ADDRESS: say(
    'Die Adresse ist nicht https: Unterwegs könnte jeder den Schlüssel und die Dokumente lesen.',
    'Dorthin wird nichts gesendet.',
    'Nehmen Sie eine https-Adresse, oder nehmen Sie die Gefahr für dieses Profil in Worten hin.',
  ),
  ADDRESS_REFUSED: say(
    'An diese Adresse sendet Sluice nichts und holt von ihr nichts.',
    'Uploads warten; nichts geht verloren.',
    'Prüfen Sie die Adresse des Profils; kam sie vom Dienst, fragen Sie, wer ihn betreibt.',
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
    'Sluice hat es neu nachgeschlagen, und der Dienst lehnt es immer noch ab: Entfernen Sie es oder wählen Sie ein anderes, und versuchen Sie es dann erneut.',
  ),
  TAG_REFUSED: say(
    'Eines der Tags gibt es nicht, und der Dienst oder Sluice legt es nicht an.',
    stops,
    'Geben Sie dem Tag einen anderen Namen oder wählen Sie ein vorhandenes, und versuchen Sie es dann erneut.',
  ),
  DOCUMENT_NOT_FOUND: say(
    'Der Dienst hat kein solches Dokument.',
    'Sluice merkt sich, dass es fehlt.',
    'Hat Sluice es gemacht, lassen Sie seinen Upload neu senden; sonst laden Sie die Datei hoch.',
  ),
  NOT_FOUND: say('Der Dienst hat unter dieser ID nichts.', 'Nichts wurde geändert.', 'Prüfen Sie die ID.'),
  CONFLICT: say(
    'Der Dienst meldet einen Widerspruch zu dem, was er hat.',
    stops,
    'Sehen Sie den jetzigen Stand an und versuchen Sie es dann erneut.',
  ),
  RUN_FAILED: say(
    'Der Dienst sagt, dass der Lauf gescheitert ist.',
    'Was er bis dahin schrieb, wird gezeigt; mehr kommt nicht.',
    'Lesen Sie, was er sagt, und ändern Sie die Anfrage, bevor Sie sie wiederholen.',
  ),
  STREAM_CUT: say(
    'Die Antwort brach ab, bevor der Dienst sagte, dass sie vollständig ist.',
    'Was kam, wird gezeigt; der Lauf geht beim Dienst vielleicht weiter.',
    'Suchen Sie den Lauf unter den gespeicherten, bevor Sie ihn wiederholen.',
  ),
  CALL_CANCELLED: say(
    'Der Aufruf wurde abgebrochen.',
    'Es wird nicht weiter gewartet; was er begann, geht beim Dienst vielleicht weiter.',
    'Rufen Sie erneut auf, wenn Sie es doch wollen.',
  ),
  DOWNLOAD_TOO_LARGE: say(
    'Was geholt wurde, wächst beim Entpacken über jedes Maß.',
    'Was davon kam, wird entfernt.',
    'Fragen Sie, wer den Dienst betreibt, was dieses Dokument ist.',
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
  STORAGE_FAILED: say(
    'Der Speicher des Dienstes hatte selbst einen Fehler.',
    waits,
    'Nichts zu tun, solange es nicht anhält; „Erneut versuchen“ versucht es sofort.',
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
    '„Erneut versuchen“ sendet sie noch einmal; schlägt es wieder fehl, prüfen Sie, ob die Datei heil ist.',
  ),
  DOCUMENT_GONE: say(
    'Der Dienst hat dieses Dokument nicht mehr: Jemand hat es dort gelöscht.',
    'Von selbst wird nichts gesendet.',
    'Lassen Sie es neu senden, wenn Sie es brauchen; vorher wird der Dienst gefragt, ob es wirklich weg ist, damit nie ein zweites entsteht.',
  ),
  DOCUMENT_NOT_ANSWERED: say(
    'Der Dienst sagt nicht, wie weit dieses Dokument ist.',
    'Sluice fragt weiter, immer seltener.',
    'Prüfen Sie, ob der Schlüssel zu dem Konto gehört, das es hochgeladen hat; „Erneut“ fragt sofort.',
  ),
  STATUS_STANDS_STILL: say(
    'Der Dienst sagt über dieses Dokument seit Langem dasselbe.',
    'Sluice fragt weiter, immer seltener.',
    'Sehen Sie beim Dienst nach dem Dokument; „Erneut“ fragt sofort.',
  ),
  FILE_TYPE_UNSUPPORTED: say(
    'Der Dienst verarbeitet Dateien dieses Typs nicht.',
    'Sie wird nicht noch einmal gesendet: Es schlüge wieder fehl.',
    'Lassen Sie diesen Typ im Ordner aus, oder speichern Sie die Datei als anderen Typ, etwa PDF.',
  ),
  FILE_PROTECTED: say(
    'Die Datei ist durch ein Kennwort geschützt, deshalb kann der Dienst sie nicht lesen.',
    stops,
    'Speichern Sie sie ohne Kennwort, und lassen Sie sie dann neu senden.',
  ),
  FILE_DAMAGED: say(
    'Der Dienst konnte die Datei nicht lesen: Sie ist beschädigt oder nicht von dem Typ, den ihr Name nennt.',
    stops,
    'Öffnen Sie die Datei und reparieren oder ersetzen Sie sie; lassen Sie sie dann neu senden.',
  ),
  FILE_WITHOUT_TEXT: say(
    'Der Dienst fand keinen Text in der Datei: Sie ist leer oder besteht nur aus Bildern.',
    stops,
    'Lassen Sie über einen Scan die Texterkennung laufen, und lassen Sie ihn dann neu senden.',
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
  FILE_BEHIND_LINK: say(
    'Die Datei oder ein Ordner auf dem Weg zu ihr ist eine Verknüpfung, die anderswohin führen kann.',
    'Sluice geht nicht hindurch: Von dort wird nichts gesendet, dorthin nichts verschoben und dort nichts gelöscht.',
    'Legen Sie statt der Verknüpfung die Datei selbst dorthin, oder fügen Sie sie mit ihrem eigenen Pfad hinzu.',
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
  DRIVE_MISSING: say(
    'Der Ordner oder das Laufwerk mit der Datei ist nicht da.',
    'Der Upload wartet, bis es zurück ist; nichts geht verloren.',
    'Verbinden Sie das Laufwerk wieder, oder brechen Sie den Upload ab.',
  ),
  DRIVE_NOT_ANSWERING: say(
    'Das Laufwerk antwortet nicht.',
    'Sluice macht von selbst weiter, wenn es wieder antwortet; nichts geht verloren, nichts wird gelöscht, und andere Laufwerke laufen weiter.',
    'Prüfen Sie das Netzwerk und den Rechner, auf dem das Laufwerk liegt.',
  ),
  LEFT_OUT: say(
    'Ihr beobachteter Ordner schließt diese Datei jetzt aus, deshalb wurde sie nicht gesendet.',
    'Sluice sendet sie, wenn der Ordner sie wieder annimmt.',
    'Ändern Sie die Regeln des Ordners, wenn sie gesendet werden soll.',
  ),
  FOLDER_REMOVED: say(
    'Ihr beobachteter Ordner wurde entfernt, bevor die Datei gesendet war.',
    'Sie wird nicht gesendet.',
    'Fügen Sie den Ordner wieder hinzu, oder laden Sie die Datei von Hand hoch.',
  ),
  OTHER_PROFILE: say(
    'Die Datei gehört jetzt zu einem beobachteten Ordner eines anderen Profils.',
    'Sie wird stattdessen dort hochgeladen.',
    'Nichts zu tun.',
  ),
  CHANGED_FILE_ASKS: say(
    'Die Datei hat neuen Inhalt, und dieser Ordner fragt, was dann geschieht.',
    stops,
    'Wählen Sie: ein neues Dokument, oder das alte ersetzen.',
  ),
  DELETE_CAP: say(
    'Diese Dateien verschwanden zusammen: mehr, als dieser Ordner im Dienst löschen darf, die meisten oder alle.',
    'Nichts wird gelöscht.',
    'Bestätigen Sie es, oder legen Sie die Dateien zurück.',
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
  DELETE_REFUSED: say(
    'Das Dokument sollte gelöscht werden, und der Dienst hat es nicht getan.',
    'Es ist noch dort. Sluice zählt es als Ihres, damit die Datei nicht ein zweites Mal hochgeladen wird.',
    'Behalten Sie das Dokument, oder fragen Sie, wer es löschen darf, und löschen Sie es noch einmal.',
  ),
  NOT_SENT_AGAIN: say(
    'Die Datei sollte noch einmal gesendet werden, und der Dienst hat nicht gelöscht, was der frühere Versuch dort ließ.',
    'Nichts wird gesendet, weil ein zweites Dokument entstünde.',
    'Behalten Sie das Dokument, das dort ist, oder fragen Sie, wer es löschen darf, und löschen Sie es noch einmal.',
  ),
  OLD_VERSION_KEPT: say(
    'Eine neuere Fassung dieser Datei ist angekommen, und der Dienst hat diese nicht gelöscht.',
    'Beide Dokumente sind dort; die Datei und ihr neueres Dokument sind, wie sie sein sollen.',
    'Fragen Sie, wer es löschen darf, und versuchen Sie es dann erneut; oder löschen Sie das ältere Dokument selbst.',
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
  LEDGER_FAILED: say(
    'Das Journal, in das Sluice jeden Schritt schreibt, kann nicht gelesen oder beschrieben werden.',
    'Nichts wird gesendet, was nicht aufgeschrieben werden kann; Sluice versucht es von selbst wieder.',
    'Prüfen Sie den Datenträger des Datenordners und seine Rechte.',
  ),
  LEDGER_BUSY: say(
    'Ein anderer Agent benutzt diesen Datenordner.',
    'Dieser hier endet.',
    'Beenden Sie den anderen Agenten, oder nehmen Sie einen anderen Datenordner.',
  ),
  PORT_TAKEN: say(
    'Auf diesem Port horcht schon ein anderes Programm.',
    'Dieses hier endet.',
    'Wählen Sie einen anderen Port, oder lassen Sie ihn weg: dann wird ein freier genommen.',
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
  LEDGER_LOST: say(
    'Das Ledger war nicht mehr da.',
    'Ein neues wird aus den Ordnern und dem Dienst aufgebaut; nichts wird gesendet, bevor der Dienst gesagt hat, was er hat.',
    'Nichts zu tun. Wenn Sie die alte Datei haben: Beenden Sie Sluice und legen Sie sie zurück.',
  ),
  LEDGER_OLDER: say(
    'An die Stelle des Ledgers wurde eine ältere Kopie gelegt.',
    'Was sie nicht weiß, wird beim Dienst erfragt, bevor etwas gesendet wird.',
    'Nichts zu tun.',
  ),
  LEDGER_FOREIGN: say(
    'Das Ledger in diesem Datenordner gehört zu einem anderen.',
    'Es wurde beiseitegelegt; ein neues wird aus den Ordnern und dem Dienst aufgebaut.',
    'Nichts zu tun; die Datei bleibt erhalten. Kopieren Sie ganze Datenordner, nicht nur Ledger.',
  ),
  PROFILE_MOVED: say(
    'Das Profil führt zu einer anderen Adresse als der, an die seine Dokumente gesendet wurden.',
    'Nichts wird gesendet, bevor Sie sagen, ob es derselbe Dienst ist.',
    'Sagen Sie es in den Einstellungen oder mit „sluice ledger service“.',
  ),
  LEDGER_REBUILDING: say(
    'Sluice erfragt beim Dienst, was dieser schon hat.',
    'Nichts wird gesendet, bevor das bekannt ist; was schon da ist, wird an seinen Bytes erkannt.',
    'Nichts zu tun. „sluice ledger start-fresh“ macht ohne das weiter, wenn der Dienst nichts von Ihnen hat.',
  ),
  DATA_FOLDER_OPEN: say(
    'Andere Benutzer dieses Rechners können lesen, was Sluice aufbewahrt.',
    'Sluice konnte es nicht verschließen und macht weiter.',
    'Geben Sie den Datenordner Ihrem eigenen Benutzer und verschließen Sie ihn für andere (chmod 700), oder nehmen Sie einen anderen.',
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
  LEAVE_NEEDED: say(
    'Eine Seite will an einen Ort oder etwas, das Dateien wegnimmt, und niemand hat das außerhalb der Seite erlaubt.',
    'Es wurde nichts getan.',
    'Erlauben Sie es, wenn Sluice fragt: in einem eigenen Fenster, oder im Terminal, in dem `sluice ui` läuft.',
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
