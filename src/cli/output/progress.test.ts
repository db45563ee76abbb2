import { expect, test } from 'vitest';
import { statusSchema } from '#shared/bridge/agent.ts';
import { well } from '#shared/testing/samples.ts';
import { english, german } from '../testing/voices.ts';
import { bar, createProgressView } from './progress.ts';
import { textWidth } from './width.ts';

function status(sentBytes: number, more = {}) {
  return statusSchema.parse({
    profile: null,
    keyPresent: true,
    paused: false,
    health: well,
    counts: { queued: 3, putting: 1, enriching: 1, completed: 2 },
    active: [{ uploadId: 1, path: '/srv/report.pdf', sentBytes, size: 4_000_000 }],
    bytesPerSecond: 1_000_000,
    secondsLeft: 12,
    budget: { limit: 500, used: 1, heldForMs: 0, waitsUntil: null },
    abandonedSlots: 0,
    agent: null,
    ...more,
  });
}

test('a bar is as full as its share, and never over or under', () => {
  expect([-1, 0, 0.5, 1, 2].map((share) => bar(share, 4, english.paint))).toEqual([
    '╌╌╌╌',
    '╌╌╌╌',
    '━━╌╌',
    '━━━━',
    '━━━━',
  ]);
});

test('a file shows share, bytes, smoothed rate and time left; the queue its counts', () => {
  const view = createProgressView(english);
  view.render(status(0), 100, 0);
  const [file, queue] = view.render(status(1_000_000), 100, 1000).split('\n');
  expect(file).toContain('report.pdf');
  expect(file).toContain('25 %  1.0 MB of 4.0 MB');
  expect(file).toContain('1.0 MB/s  3 s left');
  expect(queue).toBe('3 waiting · 2 uploading · 2 completed   1.0 MB/s · about 12 s left');
  // Twice as fast now: the rate follows by a part only.
  expect(view.render(status(3_000_000), 100, 2000)).toContain('1.3 MB/s');
});

const unreachable = {
  about: 'service',
  level: 'held',
  code: 'UNREACHABLE',
  message: 'The service cannot be reached.',
  said: { code: 'UNREACHABLE', values: {} },
  since: 1,
  profileId: null,
  folderId: null,
};

test('a wait is said', () => {
  const held = status(0, {
    health: { ...well, findings: [unreachable] },
    paused: true,
    budget: { limit: 500, used: 1, heldForMs: 30_000, waitsUntil: null },
  });
  expect(createProgressView(english).render(held, 100, 0)).toContain(
    'paused · The service cannot be reached · the service asked for a pause of 30 s',
  );
});

test('the lines of progress are in one language', () => {
  const view = createProgressView(german);
  view.render(status(0), 100, 0);
  const budget = { limit: 500, used: 1, heldForMs: 1500, waitsUntil: null };
  const held = status(1_000_000, { health: { ...well, findings: [unreachable] }, paused: true, budget });
  const [file, queue] = view.render(held, 100, 1000).split('\n');
  expect(file).toContain('1,0 MB von 4,0 MB');
  expect(file).toContain('1,0 MB/s  noch 3 s');
  expect(queue).toBe(
    '3 warten · 2 werden gesendet · 2 fertig   1,0 MB/s · noch etwa 12 s · angehalten · ' +
      'Der Dienst ist nicht erreichbar · der Dienst bat zu warten: 1,5 s',
  );
});

test('T-24: work that waits for the request budget says until when', () => {
  const waitsUntil = new Date().setHours(23, 59, 30, 0);
  const full = status(0, { budget: { limit: 500, used: 490, heldForMs: 0, waitsUntil } });
  expect(createProgressView(english).render(full, 100, 0)).toContain(
    'waits for the request budget until 23:59:30',
  );
});

test.each([60, 80, 120])('a file takes one line of a terminal of %d columns', (width) => {
  const view = createProgressView(english);
  view.render(status(0), width, 0);
  const [file] = view.render(status(5000), width, 1000).split('\n');
  expect(textWidth(file ?? '')).toBeLessThanOrEqual(Math.max(width, 76));
});
