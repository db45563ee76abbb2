import type { UploadEvent } from '#shared/bridge/uploads.ts';
import type { SentenceKey } from '#shared/sentences/sentence-key.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useStatusWord } from '../../lib/i18n/use-status-word.ts';
import classes from './uploads.module.css';

/** Kinds of events that have words; any other is shown by its name. */
const known: ReadonlySet<string> = new Set([
  'queued',
  'seen',
  'settled',
  'sending',
  'retried',
  'resolved',
  'superseded',
  'left-out',
  'left-to',
  'decided-anew',
  'expired',
  'deleted',
  'fingerprinted',
  'reserved',
  'landed',
  'status',
  'completed',
  'confirmed',
  'duplicate',
  'failed',
  'adopted',
  'discarded',
  'kept',
  'asks',
  'interrupted',
  'moved',
  'replaced',
  'vanished',
  'found-again',
  'not-answered',
  'waits-for',
  'team-left',
  'team-unreachable',
  'taken-over',
  'fenced',
  'place-lost',
  'cancelled',
]);

/** What of an event's detail a person can use. */
const shown = ['status', 'detail', 'message', 'reason'];

/**
 * One line of the journal may stand for two things that happened: a file that was seen and is quiet now, a
 * place that was reserved and the sending that began at once.
 */
function steps(events: readonly UploadEvent[]): UploadEvent[] {
  return events.flatMap((event) => {
    const { at, kind, detail } = event;
    const seenAt = detail?.seenAt;
    if (kind === 'settled' && typeof seenAt === 'number')
      return [{ at: seenAt, kind: 'seen', detail: null }, event];
    return kind === 'reserved' && detail?.sends === true
      ? [event, { at, kind: 'sending', detail: null }]
      : [event];
  });
}

interface TimelineProps {
  readonly events: readonly UploadEvent[];
  /** False for a document that no search finds. */
  readonly isIndexed?: boolean;
}

/** What happened to an upload, newest last. */
export function Timeline({ events, isIndexed = true }: TimelineProps) {
  const { t, format } = useI18n();
  const statusWord = useStatusWord();
  const reasons = useReasons();
  if (events.length === 0) return <p className="quiet">{t('uploads.noTimeline')}</p>;
  const words = ({ kind, detail, at }: UploadEvent) => {
    if (kind === 'completed' && !isIndexed) return t('event.finished');
    const machine = typeof detail?.machine === 'string' ? detail.machine : undefined;
    if (machine !== undefined && kind === 'duplicate') {
      const sentAt = typeof detail?.sentAt === 'number' ? detail.sentAt : at;
      return t('event.sentBy', { machine, time: format.time(sentAt) });
    }
    if (machine !== undefined && kind === 'waits-for') return t('event.waitsForMachine', { machine });
    if (machine !== undefined && kind === 'left-to') return t('event.leftToMachine', { machine });
    return known.has(kind) ? t(`event.${kind}` as SentenceKey) : kind;
  };
  const wordOf = (name: string, value: string) => (name === 'status' ? statusWord(value) : value);
  return (
    <ol className={classes.timeline}>
      {steps(events).map((event, index) => {
        const { at, detail } = event;
        const code = typeof detail?.code === 'string' ? detail.code : undefined;
        const told = shown
          .map((name) => ({ name, value: detail?.[name] }))
          .map(({ name, value }) => (typeof value === 'string' ? wordOf(name, value) : ''))
          .filter((value) => value !== '');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place.
          <li key={index}>
            <p>{words(event)}</p>
            {code !== undefined && <p className="quiet">{reasons.of(code).happened}</p>}
            {told.length > 0 && <p className="quiet">{told.join(' · ')}</p>}
            <time className="quiet">{format.exactTime(at)}</time>
          </li>
        );
      })}
    </ol>
  );
}
