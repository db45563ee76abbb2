import type { HealthChanges } from '#core/public/health/health-changes.ts';
import type { FolderState } from '#shared/bridge/folders.ts';
import type { Finding, Health } from '#shared/bridge/health.ts';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { explained } from '#shared/errors/explained.ts';
import type { ExitClass } from '#shared/errors/catalog-entry.ts';
import { formatTime, plural, printable } from './format.ts';
import type { Paint } from './paint.ts';

/** One word and what it means, as `sluice status` begins. */
const words: Readonly<Record<Health['state'], string>> = {
  noProfile: 'no service is set up yet; give --base-url to any command',
  trouble: 'stands until you act',
  paused: 'paused; `sluice resume` goes on',
  held: 'waits, and goes on by itself',
  off: 'nothing is watched or sent now; start an agent with `sluice watch`',
  working: 'working',
  attention: 'single files need you',
  waiting: 'waits for files to be complete',
  idle: 'everything is done',
};

export function stateText({ state, attention, waiting }: Health, paint: Paint): string {
  const text = paintState(state, paint)(words[state]);
  const more = [
    ...(attention.total > 0 ? [paint.bad(`${plural(attention.total, 'thing')} to decide`)] : []),
    ...(waiting > 0 && state !== 'waiting' ? [`${plural(waiting, 'file')} not complete yet`] : []),
  ];
  return [text, ...more].join(' · ');
}

function paintState(state: Health['state'], paint: Paint): (text: string) => string {
  if (state === 'trouble' || state === 'attention') return paint.bad;
  return state === 'idle' || state === 'working' ? paint.good : (text) => text;
}

type NameOf = (finding: Finding) => string | undefined;

/** A finding in one line, marked where a person has to act. */
export function findingLine(finding: Finding, paint: Paint, nameOf: NameOf): string {
  return `${finding.level === 'trouble' ? paint.bad('!') : '·'} ${findingText(finding, nameOf)}`;
}

/** What is, since when, and what a person can do. */
export function findingText(finding: Finding, nameOf: NameOf): string {
  const since = finding.since === null ? '' : ` Since ${formatTime(finding.since)}.`;
  const { code } = finding;
  // The sentences of folders say themselves what helps.
  const remedy =
    code !== null && isErrorCode(code) && finding.about !== 'folder'
      ? ` ${[explained(code).next, explained(code).remedy].filter((part) => part !== '').join(' ')}`
      : '';
  return printable(`${messageOf(finding, nameOf)}${since}${remedy}`);
}

function messageOf(finding: Finding, nameOf: NameOf): string {
  const name = nameOf(finding);
  return name === undefined ? finding.message : `${name}: ${finding.message}`;
}

/** What to say of changes, one line each. */
export function changeLines({ began, ended, paused }: HealthChanges, paint: Paint, nameOf: NameOf): string[] {
  const lines = began.map((finding) => findingLine(finding, paint, nameOf));
  for (const finding of ended) {
    lines.push(paint.good(`✓ Over: ${printable(messageOf(finding, nameOf))}`));
  }
  if (paused !== undefined)
    lines.push(paused ? 'Paused; `sluice resume` goes on.' : 'Goes on after the pause.');
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

/** Names the folder that a finding is about. */
export function namer(folders: readonly FolderState[]): NameOf {
  return ({ folderId }) => {
    const folder = folders.find((one) => one.folder.id === folderId)?.folder;
    return folder && (folder.label || folder.path);
  };
}
