import { type HealthChanges, isTeamPause } from '#core/public/health/health-changes.ts';
import type { Finding, Health } from '#shared/bridge/health.ts';
import { type ErrorCode, errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import type { Settings } from '#shared/settings/settings.ts';
import { formatTime, printable } from './format.ts';
import type { Output } from './output.ts';
import { createPaint } from './paint.ts';
import type { Voice, Words } from './words.ts';

/** What `sluice status` begins with. */
export function stateText({ state, attention, findings, waiting }: Health, { paint, say }: Voice): string {
  const pause = findings.find(isTeamPause)?.said;
  const words =
    state === 'paused' && pause !== undefined
      ? say(pause.code === 'team.pausedAll' ? 'cli.health.pausedAll' : 'cli.health.pausedOne', pause.values)
      : say(`cli.health.${state}`);
  const text = paintState(state, paint)(words);
  const more = [
    ...(attention.total > 0 ? [paint.bad(say('cli.health.toDecide', { count: attention.total }))] : []),
    ...(waiting > 0 && state !== 'waiting' ? [say('cli.health.incomplete', { count: waiting })] : []),
  ];
  return [text, ...more].join(' · ');
}

/** The state and the worst finding that is not a note, without colours: for places that show one sentence. */
export function healthSentence(health: Health, words: Words, nameOf: NameOf): string {
  const text = stateText(health, { ...words, paint: createPaint(false) });
  const worst = health.findings.find(({ level }) => level !== 'note');
  return worst === undefined ? text : `${text} · ${printable(messageOf(worst, words, nameOf))}`;
}

function paintState(state: Health['state'], paint: Voice['paint']): (text: string) => string {
  if (state === 'trouble' || state === 'attention') return paint.bad;
  return state === 'idle' || state === 'working' ? paint.good : (text) => text;
}

type NameOf = (finding: Finding) => string | undefined;

const needsPerson = ({ level }: Finding) => level === 'trouble' || level === 'attention';

/** A finding in one line, marked where a person has to act. */
export function findingLine(finding: Finding, voice: Voice, nameOf: NameOf): string {
  return `${needsPerson(finding) ? voice.paint.bad('!') : '·'} ${findingText(finding, voice, nameOf)}`;
}

/** Findings, a line each. `prefix` comes before each line. */
export function sayFindings(output: Output, findings: readonly Finding[], nameOf: NameOf, prefix = ''): void {
  for (const finding of findings) {
    const text = `${prefix}${findingLine(finding, output, nameOf)}`;
    if (needsPerson(finding)) output.alert(text);
    else output.line(text);
  }
}

/** What needs the user, by cause: `    2  The file cannot be read.` */
export function attentionLines({ attention }: Health, { paint, count: written, reason }: Output): string[] {
  return attention.groups.map(
    ({ code, count }) => `${paint.bad(written(count).padStart(5))}  ${reason(code)}`,
  );
}

/** What is, since when and until when, and what a person can do. */
export function findingText(finding: Finding, words: Words, nameOf: NameOf): string {
  const since =
    finding.since === null ? '' : ` ${words.say('health.since', { when: formatTime(finding.since) })}`;
  const until =
    finding.until === undefined ? '' : ` ${words.say('health.until', { when: formatTime(finding.until) })}`;
  const code = codeOf(finding);
  const { next, remedy } = code === undefined ? { next: '', remedy: '' } : words.explained(code);
  const helps = [next, remedy].filter((part) => part !== '').join(' ');
  const message = messageOf(finding, words, nameOf);
  return printable(`${message}${since}${until}${code === undefined ? '' : ` ${helps}`}`);
}

/** The code that says what helps. The sentences of folders say it themselves. */
function codeOf({ code, about }: Finding): ErrorCode | undefined {
  return code !== null && isErrorCode(code) && about !== 'folder' ? code : undefined;
}

/** What is, without what helps. */
export function findingMessage(finding: Finding, words: Words): string {
  const { said, message } = finding;
  const code = codeOf(finding);
  if (code === undefined || code !== said.code) return words.spoken(said, message);
  const { detail } = said.values;
  return words.happened(code, detail === undefined ? undefined : String(detail));
}

function messageOf(finding: Finding, words: Words, nameOf: NameOf): string {
  const name = nameOf(finding);
  const message = findingMessage(finding, words);
  return name === undefined ? message : `${name}: ${message}`;
}

/** What to say of changes, one line each. */
export function changeLines({ began, ended, paused }: HealthChanges, voice: Voice, nameOf: NameOf): string[] {
  const { paint, say } = voice;
  const lines = began.map((finding) => findingLine(finding, voice, nameOf));
  for (const finding of ended) {
    const over = printable(messageOf(finding, voice, nameOf));
    lines.push(paint.good(say('cli.watch.over', { finding: over })));
  }
  if (paused !== undefined) lines.push(say(paused ? 'cli.watch.paused' : 'cli.watch.resumed'));
  return lines;
}

/**
 * What `sluice status` ends with: the class of the worst finding, then whether single things need a person.
 */
export function exitOf({ findings, attention, state }: Health): ExitClass {
  const worst = findings.find(({ level }) => level !== 'note');
  if (worst)
    return worst.code !== null && isErrorCode(worst.code) ? errorCatalog[worst.code].exit : 'partial';
  return attention.total > 0 || state === 'off' ? 'partial' : 'ok';
}

/** Names the folder that a finding is about or, where there are several, the profile. */
export function namer({ folders, profiles }: Pick<Settings, 'folders' | 'profiles'>): NameOf {
  return ({ folderId, profileId }) => {
    const folder = folders.find(({ id }) => id === folderId);
    if (folder) return folder.label || folder.path;
    return profiles.length > 1 ? profiles.find(({ id }) => id === profileId)?.name : undefined;
  };
}
