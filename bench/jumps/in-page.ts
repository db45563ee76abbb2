/// <reference lib="dom" />

import type { Jump } from './jump.ts';

/** What was seen of a jump, in the page. */
export interface Seen {
  /** Milliseconds until it had landed in every pane. */
  readonly milliseconds: number;
  /** Why it has not landed; null where it has. */
  readonly missed: string | null;
  /** CSS pixels that text or tree moved by in the time it was watched for. */
  readonly moved: number;
  /** In how many panes the place was looked for. */
  readonly panes: number;
  /** Milliseconds it was watched for after it had landed. */
  readonly watchedFor: number;
  /** How the original, where it is open, shows the place; null where it is not open. */
  readonly original: 'exact' | 'likely' | 'none' | null;
}

export interface Watched {
  readonly wanted: Pick<Jump, 'block' | 'text' | 'from' | 'path'>;
  /**
   * What begins the jump, and its time: another address, a key or a click of a hand that comes after this was
   * called, or that the window was opened.
   */
  readonly begins: { readonly hash: string } | 'keydown' | 'input' | 'click' | 'opening';
  /** What the counter of the search says of it. */
  readonly says?: string;
  /** Milliseconds a jump may take, and for which it is watched afterwards. */
  readonly within: number;
  readonly watchedFor: number;
}

/**
 * Waits until a jump has landed, frame by frame. Runs in the page, and takes nothing of the pages' word. What
 * is seen is in an object, so that a hand may act while this watches.
 */
export function watchJump({ wanted, begins, says, within, watchedFor }: Watched): { seen: Promise<Seen> } {
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
  /** The line the tree showed before, by which another one is known; its path is told a moment later. */
  const lineBefore = chosenLine()?.id;
  const pathBefore = pathOfTree();
  let original: Seen['original'] = null;
  return { seen: watch() };

  async function watch(): Promise<Seen> {
    const begun = await begin();
    let missed: string | null = 'nothing was looked at';
    let tops: readonly number[] = [];
    let landedAt = 0;
    for (let still = 0; still < 2; ) {
      await frame();
      const look = lookAtPanes();
      if (typeof look === 'string') {
        missed = look;
        still = 0;
      } else {
        const isStill = tops.length === look.length && look.every((top, index) => top === tops[index]);
        if (still === 0 || !isStill) landedAt = performance.now();
        still = isStill ? still + 1 : 1;
        tops = look;
        missed = null;
      }
      if (performance.now() - begun > within) break;
    }
    const isTreeThere = document.querySelector('[data-pane=tree]') !== null;
    while (isTreeThere && missed === null && wanted.path !== undefined && pathOfTree() !== wanted.path) {
      await frame();
      if (performance.now() - begun > within)
        missed = `the tree is at ${pathOfTree()}, not at ${wanted.path}`;
    }
    const panes = tops.length;
    if (missed !== null)
      return { milliseconds: performance.now() - begun, missed, moved: 0, panes, original, watchedFor: 0 };
    let moved = 0;
    for (const until = performance.now() + watchedFor; performance.now() < until; ) {
      await frame();
      const look = lookAtPanes();
      if (typeof look === 'string') missed = `later: ${look}`;
      else
        for (const [index, top] of look.entries())
          moved = Math.max(moved, Math.abs(top - (tops[index] as number)));
      if (missed !== null) break;
    }
    return { milliseconds: landedAt - begun, missed, moved, panes, original, watchedFor };
  }

  /** When the jump began, on the clock of the page. */
  async function begin(): Promise<number> {
    if (begins === 'opening') return 0;
    if (typeof begins === 'object') {
      const now = performance.now();
      location.hash = begins.hash;
      return now;
    }
    return new Promise((resolve) => {
      addEventListener(begins, ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
    });
  }

  function chosenLine(): Element | null {
    return document.querySelector('[data-pane=tree] [aria-selected=true]');
  }

  function pathOfTree(): string | undefined {
    return document.querySelector('[data-pane=tree] code')?.textContent;
  }

  function counted(): string | undefined {
    return document.querySelector('[data-pane=text] output')?.textContent;
  }

  /** The tops of what is shown in text and tree, or why one is not where it should be. */
  function lookAtPanes(): readonly number[] | string {
    const tops: number[] = [];
    const text = document.querySelector<HTMLElement>('[data-pane=text] section');
    if (text === null) return 'there is no text';
    const ranges = ['active', 'current'].flatMap((name) => [...(CSS.highlights.get(name) ?? [])]);
    const [range] = ranges;
    if (range === undefined || ranges.length > 1) return `${ranges.length} ranges are marked`;
    const place = range.startContainer;
    const within = place instanceof Element ? place : (place.parentElement as Element);
    const block = within.closest<HTMLElement>('[data-block]');
    if (Number(block?.dataset.block) !== wanted.block) return `block ${block?.dataset.block} is marked`;
    const live = document.createRange();
    live.setStart(range.startContainer, range.startOffset);
    live.setEnd(range.endContainer, range.endOffset);
    const words = live.toString();
    // A long block is folded, until something in it was shown.
    const isCut = wanted.text.endsWith('…') && words.startsWith(wanted.text.slice(0, -1));
    // What only parts the cells of a table is not drawn: its row is marked.
    const isRow = range.startContainer.nodeName === 'TR' && /^[|\s]+$/u.test(wanted.text);
    if (words !== wanted.text && !isCut && !isRow) {
      return `"${words.slice(0, 60)}" is marked, not "${wanted.text.slice(0, 60)}"`;
    }
    const before = document.createRange();
    before.selectNodeContents(within.closest('[data-text]') ?? text);
    before.setEnd(live.startContainer, live.startOffset);
    const at = before.toString().length;
    const isIn = isRow && at < wanted.from && wanted.from + wanted.text.length <= at + words.length;
    if (at !== wanted.from && !isIn) return `character ${at} is where it is marked, not ${wanted.from}`;
    if (says !== undefined && counted() !== says) return `the counter says "${counted()}", not "${says}"`;
    const line = [...live.getClientRects()].find(({ width }) => width > 0);
    if (line === undefined) return 'what is marked has no line';
    const way = placeIn(text, line, 'text');
    if (typeof way === 'string') return way;
    const over = document.elementFromPoint(
      line.left + Math.min(3, line.width / 2),
      line.top + line.height / 2,
    );
    if (over === null || !text.contains(over)) return `${over?.tagName} covers the text`;
    tops.push(way);
    const tree = document.querySelector<HTMLElement>('[data-pane=tree] [role=tree]');
    if (tree !== null && wanted.path !== undefined) {
      const row = chosenLine();
      if (!row) return 'the tree shows no line';
      if (row.id === lineBefore && pathBefore !== wanted.path) return `the tree is still at ${pathBefore}`;
      const way = placeIn(tree, row.getBoundingClientRect(), 'tree');
      if (typeof way === 'string') return way;
      tops.push(way);
    }
    const beside = topInOriginal();
    if (typeof beside === 'string') return beside;
    return beside === null ? tops : [...tops, beside];
  }

  /** The same in the original, where it is open and has the place; else null, or why it is not there. */
  function topInOriginal(): number | string | null {
    const pane = document.querySelector<HTMLElement>('[data-pane=original]:not([data-behind])');
    const frame = pane?.querySelector('iframe');
    if (!pane) return null;
    // One that has no original says so.
    if (pane.querySelector('[role=alert]') !== null) return null;
    const view = frame?.contentWindow as (Window & typeof globalThis) | null | undefined;
    const body = frame?.contentDocument?.body;
    if (!frame || !view || !body) return 'the original is on its way';
    // The mark is of this jump, and not of the one before: both panes count them.
    const turn = document.querySelector<HTMLElement>('[data-pane=text] [data-marked]')?.dataset.marked;
    const marked = pane.querySelector<HTMLElement>('[data-marked]')?.dataset.marked;
    if (turn === undefined || marked !== turn) return `the original is at ${marked}, the text at ${turn}`;
    const exact = [...(view.CSS.highlights.get('sluice-exact') ?? [])] as Range[];
    const [range] = [...exact, ...(view.CSS.highlights.get('sluice-likely') ?? [])] as Range[];
    original = exact.length > 0 ? 'exact' : range === undefined ? 'none' : 'likely';
    if (range === undefined) return null;
    const plain = (text: string) => text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, '');
    const words = plain(wanted.text.replace(/…$/u, ''));
    // Signs before items of lists are drawn by the original, and no text of it.
    if (exact.length > 0 && !plain(String(range)).includes(words) && !words.includes(plain(String(range))))
      return `the original marks "${String(range).slice(0, 60)}", not "${wanted.text.slice(0, 60)}"`;
    const line = [...range.getClientRects()].find(({ width }) => width > 0);
    if (line === undefined) return 'what is marked in the original has no line';
    const way = placeIn(body, line, 'original');
    if (typeof way === 'string') return way;
    const [left, top] = [line.left + Math.min(3, line.width / 2), line.top + line.height / 2];
    const inFrame = frame.contentDocument?.elementFromPoint(left, top);
    if (!inFrame?.contains(range.startContainer))
      return `${inFrame?.tagName} covers the original, at ${left}, ${top}`;
    const box = frame.getBoundingClientRect();
    const over = document.elementFromPoint(box.left + left, box.top + top);
    if (over !== frame) return `${over?.tagName} covers the original`;
    return way + box.top;
  }

  /** Where a line stands, if that is in the middle third of its pane or as near as the ends let it. */
  function placeIn(pane: HTMLElement, line: DOMRect, name: string): number | string {
    const { top } = pane.getBoundingClientRect();
    const { clientHeight, scrollTop, scrollHeight } = pane;
    const at = line.top - top;
    const rest = scrollHeight - clientHeight - scrollTop;
    if (at < 0 || at + line.height > clientHeight + 1)
      return `out of sight in the ${name}, at ${at} of ${clientHeight}`;
    if (at < clientHeight / 3 - 1 && scrollTop > 1)
      return `too high in the ${name}, at ${at} of ${clientHeight}`;
    if (at + line.height > (clientHeight * 2) / 3 + 1 && rest > 1)
      return `too low in the ${name}, at ${at} of ${clientHeight}`;
    return Math.round(line.top * 10) / 10;
  }
}
