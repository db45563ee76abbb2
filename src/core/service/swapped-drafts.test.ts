import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDraft } from '#core/local/draft.ts';
import { writeText } from '../export/write-export.ts';
import type { ServiceClient } from './client.ts';
import { createLinkedFiles } from './linked-files.ts';

/** Called before and after each step on a name that ends with `.part`. */
const seam = vi.hoisted(() => ({ before: (_step: string) => {}, after: (_step: string) => {} }));

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const watched = (name: 'open' | 'copyFile' | 'chmod' | 'rename' | 'link') => {
    const step = fs[name] as (...args: unknown[]) => Promise<unknown>;
    return async (...args: unknown[]) => {
      const isDraft = args.some((one) => typeof one === 'string' && one.endsWith('.part'));
      if (isDraft) seam.before(name);
      const answer = await step(...args);
      if (isDraft) seam.after(name);
      return answer;
    };
  };
  const steps = ['open', 'copyFile', 'chmod', 'rename', 'link'] as const;
  return { ...fs, ...Object.fromEntries(steps.map((name) => [name, watched(name)])) };
});

beforeEach(() => {
  seam.before = () => {};
  seam.after = () => {};
});

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'sluice-swapped-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const at = (...path: string[]) => join(root, ...path);
  mkdirSync(at('shared'));
  mkdirSync(at('cache', 'annotated'), { recursive: true });
  writeFileSync(at('cache', 'annotated', 'A.json'), '{"of":"the document"}', { mode: 0o600 });
  writeFileSync(at('secret'), 'private', { mode: 0o600 });
  return { at };
}

const draftIn = (folder: string) => {
  const name = readdirSync(folder).find((one) => one.endsWith('.part'));
  if (name === undefined) throw new Error('there is no draft');
  return join(folder, name);
};

/** What another member of the group does: takes the draft away and puts a link to a private file there. */
function swap({ at }: ReturnType<typeof setUp>): void {
  const draft = draftIn(at('shared'));
  renameSync(draft, at('taken'));
  symlinkSync(at('secret'), draft);
}

const once = (step: string, work: () => void) => {
  let isDone = false;
  return (now: string) => {
    if (isDone || now !== step) return;
    isDone = true;
    work();
  };
};

describe.skipIf(process.platform === 'win32')('a draft that another account swaps', () => {
  test.each([
    ['when it was created', 'after', ['open', 'copyFile']],
    ['before its permissions are set', 'before', ['chmod']],
    ['before it gets its name', 'before', ['rename']],
  ] as const)('%s changes no other file, and the save fails', async (_when, side, steps) => {
    const t = setUp();
    let isSwapped = false;
    seam[side] = (step) => {
      if (isSwapped || !(steps as readonly string[]).includes(step)) return;
      isSwapped = true;
      swap(t);
    };
    const files = createLinkedFiles({} as ServiceClient, t.at('cache'));
    const saved = files.saveAnnotated('A' as never, t.at('shared', 'a.json'), 'person');
    const outcome = await saved.then(
      () => 'saved',
      (error: { code?: string }) => error.code,
    );
    expect(statSync(t.at('secret')).mode & 0o777).toBe(0o600);
    expect(readFileSync(t.at('secret'), 'utf8')).toBe('private');
    expect(outcome).toBe(isSwapped ? 'FILE_SWAPPED' : 'saved');
  });

  test('is removed from no name that is not its own', async () => {
    const t = setUp();
    seam.after = once('open', () => swap(t));
    await expect(writeText(t.at('shared', 'a.csv'), ['a;b'])).rejects.toMatchObject({ code: 'FILE_SWAPPED' });
    expect(lstatSync(draftIn(t.at('shared'))).isSymbolicLink()).toBe(true);
    expect(readFileSync(t.at('taken'), 'utf8')).toBe('a;b');
    expect(statSync(t.at('taken')).mode & 0o777).toBe(0o600);
  });

  test('before a link is made of it is not reported as written', async () => {
    const t = setUp();
    seam.before = once('link', () => swap(t));
    const draft = await openDraft(t.at('shared', 'a'), 0o600);
    await expect(draft.link()).rejects.toMatchObject({ code: 'FILE_SWAPPED' });
    await draft.close();
  });
});

test('a saved file has the permissions that the umask gives, whatever had its name', async () => {
  const { at } = setUp();
  const target = at('shared', 'a.json');
  symlinkSync(at('secret'), target);
  const files = createLinkedFiles({} as ServiceClient, at('cache'));
  await files.saveAnnotated('A' as never, target, 'person');
  expect(lstatSync(target).isFile()).toBe(true);
  expect(readFileSync(target, 'utf8')).toBe('{"of":"the document"}');
  expect(readFileSync(at('secret'), 'utf8')).toBe('private');
  expect(readdirSync(at('shared'))).toEqual(['a.json']);
  if (process.platform === 'win32') return;
  writeFileSync(at('usual'), '');
  expect(statSync(target).mode).toBe(statSync(at('usual')).mode);
});

test('of two requests for one annotated document the slower uses the finished file', async () => {
  const { at } = setUp();
  const cached = at('cache', 'annotated', 'B.json');
  writeFileSync(at('other'), '{}');
  // The other request gives its own draft the name just after this one did.
  seam.after = once('rename', () => renameSync(at('other'), cached));
  const download = async (_url: string, path: string) => {
    const draft = await openDraft(path, 0o600);
    try {
      await draft.file.write('{}');
      await draft.replace();
      return { ok: true, value: { path, bytes: 2 } };
    } catch (error) {
      return { ok: false, failure: { error } };
    } finally {
      await draft.close();
    }
  };
  const client = {
    documents: { annotated: async () => ({ ok: true, value: { url: 'https://example.com/B' } }) },
    storage: { downloadToFile: download },
  };
  const files = createLinkedFiles(client as unknown as ServiceClient, at('cache'));
  expect(await files.annotated('B' as never, 'backlog')).toEqual({ path: cached, bytes: 2 });
});
