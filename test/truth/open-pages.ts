import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';
import type { Core } from '#core/create-core.ts';
import { createAnswer } from '#core/public/host.ts';
import { createRedactor } from '#core/public/redactor.ts';
import { silentLogger } from '#core/ports/logger.ts';
import type { EventName } from '#shared/bridge/contract.ts';
import { until } from '../support/until.ts';

/** What these tests need of an element: this project of the compiler knows no DOM. */
export interface PageElement {
  readonly textContent: string;
  readonly parentElement: PageElement;
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string }>;
  closest(selector: string): PageElement | null;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** The pages of a core, drawn in this process. */
export interface Pages {
  /** Goes to an address such as `#/home` and answers what is drawn. */
  goTo(address: string): PageElement;
  readonly document: PageElement;
}

interface Drawn {
  readonly window: Record<string, unknown> & { readonly document: { readonly body: PageElement } };
}

/** Node's own, that core lives by; the pages take them as they are. */
const kept = new Set([
  'AbortController',
  'AbortSignal',
  'EventTarget',
  'URL',
  'URLSearchParams',
  'performance',
]);
const replaced = new Set([
  'Event',
  'CustomEvent',
  'MessageEvent',
  'navigator',
  'localStorage',
  'sessionStorage',
]);

/**
 * A document beside Node's globals, and not instead of them: the pages and the core they show live in one
 * process.
 */
function openWindow(): Drawn['window'] {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
    JSDOM: new (text: string, options: object) => Drawn;
  };
  const { window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', {
    url: 'http://localhost/',
    pretendToBeVisual: true,
  });
  for (const name of Object.getOwnPropertyNames(window)) {
    if (kept.has(name) || (name in globalThis && !replaced.has(name))) continue;
    const value = window[name];
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  // These stand on the prototype of a window.
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) {
    const value = (window[name] as (...given: unknown[]) => unknown).bind(window);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return window;
}

let opened: Drawn['window'] | undefined;

/**
 * Draws the pages over a core, as its hosts do: calls are answered by the contract, events arrive as they
 * are.
 */
export async function openPages(core: Core, address = '#/home'): Promise<Pages> {
  opened ??= openWindow();
  const window = opened;
  const go = (to: string) => {
    (window.location as { hash: string }).hash = to;
  };
  go(address);
  const answer = createAnswer({
    calls: core.calls,
    host: {
      'host.info': async () => ({
        kind: 'agent',
        version: '0',
        platform: 'linux',
        canPickFolder: false,
        canShowInFolder: false,
        canStartAtLogin: false,
      }),
    } as never,
    leave: { check: async () => undefined },
    redactor: createRedactor(),
    logger: silentLogger,
  });
  const host = {
    call: answer,
    on: (name: EventName, listener: (payload: unknown) => void) => core.on(name, listener),
    filesOf: async () => [],
    takeFiles: async () => [],
  };
  // By their names alone: the pages are of another project of the compiler.
  const renderer = new URL('../../src/renderer/', import.meta.url).pathname;
  await import(`${renderer}testing/setup.ts`);
  const { draw } = (await import(`${renderer}testing/draw-app.tsx`)) as {
    draw: (host: unknown) => () => void;
  };
  const close = draw(host);
  onTestFinished(close);
  return {
    document: window.document.body,
    goTo(to) {
      go(to);
      return window.document.body;
    },
  };
}

/** Waits until the pages say something. */
export async function untilSaid(pages: Pages, text: string | RegExp): Promise<void> {
  await until(`the page says ${text}`, () => {
    const said = pages.document.textContent;
    return typeof text === 'string' ? said.includes(text) : text.test(said);
  }).catch((error: unknown) => {
    throw new Error(`instead: ${pages.document.textContent.slice(0, 2_000)}`, { cause: error });
  });
}
