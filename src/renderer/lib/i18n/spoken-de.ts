import type { SpokenCode } from '#shared/spoken/spoken-english.ts';
import { errorsDe } from './reasons-de.ts';

const { FOLDER_MISSING, FOLDER_UNREADABLE, DRIVE_NOT_ANSWERING, DISK_FULL } = errorsDe;

/** The German of `spokenEnglish`. */
export const spokenDe: Readonly<Record<SpokenCode, string>> = {
  'health.starting': 'Der Ordner wird zum ersten Mal seit dem Start durchgesehen.',
  'health.paused': 'Dieser Ordner ist angehalten. Bis er fortgesetzt wird, wird nichts Neues genommen.',
  'health.native': 'Änderungen werden sofort gesehen, und etwa alle {everyMs} wird alles neu verglichen.',
  'health.network':
    'Das ist ein Netzlaufwerk ({kind}), das nicht jede Änderung meldet. Sluice sieht es alle {everyMs} durch und nimmt eine Datei, wenn sie {settleMs} still war.',
  'health.asked': 'Sluice sieht diesen Ordner alle {everyMs} durch, statt ihn zu beobachten.',
  'health.tooMany':
    'Der Ordner hat {directories} Unterordner, mehr als Sluice einzeln beobachtet. Sie werden stattdessen alle {everyMs} durchgesehen.',
  'health.missing': `${FOLDER_MISSING.happened} ${FOLDER_MISSING.next} ${FOLDER_MISSING.remedy}`,
  'health.unmounted': `Der Ordner ist leer und liegt auf einem anderen Volume als zuvor: Sein Laufwerk scheint nicht eingehängt zu sein. ${FOLDER_MISSING.next} ${FOLDER_MISSING.remedy}`,
  'health.otherVolume': `Wo dieser Ordner war, liegt ein anderes Volume oder ein anderer Ordner: Sein Laufwerk scheint nicht eingehängt zu sein. ${FOLDER_MISSING.next} Ist es der richtige Ordner, sagen Sie es auf der Seite des Ordners oder mit \`sluice folders decide\`.`,
  'health.away':
    'Das Laufwerk von {count} Dateien ist nicht eingehängt: {places}. Sie bleiben, wie sie sind, nichts von ihnen wird gelöscht; Sluice macht weiter, wenn es wieder da ist. Sind sie wirklich gelöscht, sagen Sie es auf der Seite des Ordners oder mit `sluice folders decide`.',
  'health.unreadable': `${FOLDER_UNREADABLE.happened} ${FOLDER_UNREADABLE.next} ${FOLDER_UNREADABLE.remedy}`,
  'health.silent': `Das Laufwerk dieses Ordners antwortet seit {since} nicht. ${DRIVE_NOT_ANSWERING.next} ${DRIVE_NOT_ANSWERING.remedy}`,
  'health.limit':
    'Das System kann nicht mehr Ordner beobachten ({error}). Sluice sieht den Ordner stattdessen alle {everyMs} durch, es geht also nichts verloren.',
  'health.limitLinux':
    'Die Grenze des Systems für beobachtete Ordner ist erreicht ({setting}). Sluice sieht den Ordner stattdessen alle {everyMs} durch, es geht also nichts verloren. Damit Änderungen sofort gesehen werden, heben Sie sie an: {command}',
  'health.ignoreOdd':
    '{path} ist keine gewöhnliche Datei, deshalb schließt sie nichts aus. Entfernen Sie sie, oder legen Sie eine Datei an ihre Stelle.',
  'health.ignoreLarge':
    '{path} ist größer als 1 MB und wird nicht gelesen: Was sie zuvor ausschloss, bleibt ausgeschlossen, und wo sie nie gelesen wurde, wird nichts genommen. Kürzen Sie sie.',
  'health.ignoreSlow':
    '{path} hat mehr als 2.000 Regeln oder eine mit zu vielen Sternen, um nach jeder Datei gefragt zu werden, und wird nicht befolgt: Was sie zuvor ausschloss, bleibt ausgeschlossen, und wo sie nie befolgt wurde, wird nichts genommen. Kürzen Sie sie.',
  'health.ignoreUnread':
    '{path} kann nicht gelesen werden oder führt aus dem Ordner hinaus: Was sie zuvor ausschloss, bleibt ausgeschlossen, und wo sie nie gelesen wurde, wird nichts genommen. Machen Sie sie lesbar.',
  'health.ignoreMore': '{count} weitere .sluiceignore-Dateien werden nicht befolgt.',
  'health.asideOfOther':
    'Ein anderes Sluice hat in {path} eine Datei beiseitegelegt und nicht zurückgegeben. Ist keines mehr dabei, gibt dieses ihr einen Tag danach ihren Namen zurück. Soll sie sofort wieder da sein, verschieben Sie die Datei von dort und löschen Sie den Ordner.',
  'health.otherAgent': 'Prozess {process} auf {host} beobachtet ihn und sagt, wie es ihm geht.',
  'health.noAgent': 'Gerade beobachtet kein Agent; starten Sie einen mit `sluice watch`.',
  'health.off': 'Dieser Ordner wird gerade nicht beobachtet.',
  'check.name.profile': 'Profil',
  'check.name.key': 'Schlüssel',
  'check.name.service': 'Dienst erreichbar',
  'check.name.accepted': 'Schlüssel angenommen',
  'check.name.documents': 'Dokumente',
  'check.name.tags': 'Tags',
  'check.name.tagKind': 'Tags beim Hochladen',
  'check.name.connectors': 'Konnektoren',
  'check.name.folder': 'Ordner {folder}',
  'check.name.disk': 'Platz',
  'check.name.dataFolder': 'Datenordner',
  'check.name.watches': 'Beobachtungsgrenze',
  'check.name.notice': 'Hinweis',
  'check.noProfile': 'Es ist kein Profil eingerichtet: Verbinden Sie einen Dienst.',
  'check.keySet': 'Ein API-Schlüssel ist gesetzt.',
  'check.answers': '{host} antwortet.',
  'check.accepted': 'Der Dienst nimmt den Schlüssel an.',
  'check.documents': 'Dokumente lassen sich auflisten.',
  'check.noList': 'Dieser Dienst listet keine Dokumente auf; Sluice fragt nach jedem einzeln, etwas öfter.',
  'check.tags': 'Tags lassen sich lesen.',
  'check.noTags':
    'Dieser Dienst hat keine Liste von Tags; beim Hochladen werden die Namen gesendet, wie sie sind.',
  'check.tagKind.unknown':
    'Ob dieser Dienst IDs oder Namen von Tags nimmt, ist noch nicht bekannt; das erste Hochladen mit einem Tag zeigt es.',
  'check.tagKind.refused-name':
    'Gesendet als ID: Am {at} hat dieser Dienst den Namen eines Tags abgelehnt, das er hat. Sluice schlägt die IDs nach.',
  'check.tagKind.ignored-name':
    'Gesendet als ID: Am {at} hat dieser Dienst den Namen eines Tags genommen, und das Dokument hatte es nicht. Sluice schlägt die IDs nach.',
  'check.tagKind.took-name':
    'Gesendet als Name: Am {at} hat dieser Dienst den Namen eines Tags genommen, und das Dokument hatte es.',
  'check.tagKind.untold':
    'Gesendet als Name: Am {at} hat dieser Dienst den Namen eines Tags genommen; welche Tags ein neues Dokument hat, sagt er nicht.',
  'check.tagKind.no-tags':
    'Gesendet als Name: Am {at} hatte dieser Dienst keine Liste von Tags, in der sich IDs nachschlagen ließen.',
  'check.connectors': 'Konnektoren lassen sich lesen.',
  'check.folder': '{path} lässt sich lesen.',
  'check.dataFolder': 'Nur Sie können lesen, was Sluice aufbewahrt.',
  'check.space': '{megabytes} MB sind für den Datenordner frei.',
  'check.littleSpace': `Nur {megabytes} MB sind für den Datenordner frei. ${DISK_FULL.remedy}`,
  'check.watches': 'Bis zu {limit} Ordner lassen sich zugleich beobachten.',
  'check.fewWatches':
    'Nur {limit} Ordner lassen sich zugleich beobachten; darüber hinaus sieht Sluice sie jede halbe Minute durch. Heben Sie fs.inotify.max_user_watches an.',
};
