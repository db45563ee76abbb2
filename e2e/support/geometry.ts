import type { Page } from '@playwright/test';

/**
 * What is wrong with where things stand on the page, one sentence each. Nothing: all can be read and pressed.
 */
export function faultsOfGeometry(page: Page): Promise<string[]> {
  return page.evaluate(lookAtGeometry);
}

/** Runs in the page, so it is one function that needs nothing from outside. */
function lookAtGeometry(): string[] {
  /** CSS pixels that may overlap: borders and rounding. */
  const tolerance = 2;
  /** So much of a name must be in sight, unless it is shorter, CSS pixels. */
  const readable = 60;
  const interactive =
    'a[href], button, input:not([type="hidden"]), select, textarea, [role="button"], [role="tab"], [role="menuitem"]';

  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  const width = ({ left, right }: Box) => right - left;
  const height = ({ top, bottom }: Box) => bottom - top;
  const both = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isThere = (box: Box) => width(box) > tolerance && height(box) > tolerance;
  const window: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  /** What of a box is left inside everything around its element that clips or scrolls. */
  function inSight(element: Element, box: Box): Box {
    let seen = both(box, window);
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      if (overflowX !== 'visible' || overflowY !== 'visible')
        seen = both(seen, outer.getBoundingClientRect());
      if (position === 'fixed') break;
    }
    return seen;
  }
  const wordsOf = (element: Element) =>
    (
      element.getAttribute('aria-label') ??
      (element.textContent?.trim() || element.getAttribute('placeholder')) ??
      element.id
    )
      .replaceAll(/\s+/g, ' ')
      .slice(0, 40) || element.outerHTML.slice(0, 60);
  const stuckIn = (element: Element) => {
    for (let outer: Element | null = element; outer !== null; outer = outer.parentElement)
      if (getComputedStyle(outer).position === 'sticky') return outer;
    return null;
  };
  const found: string[] = [];

  // Only the dialog on top can be used.
  const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one.checkVisibility());
  const root = dialogs.at(-1) ?? document.body;

  const scrolling = document.scrollingElement;
  for (const element of [scrolling, document.querySelector('main'), ...dialogs]) {
    if (element && element.scrollWidth > element.clientWidth + 1)
      found.push(
        `<${element.tagName.toLowerCase()}> scrolls sideways: ${element.scrollWidth} in ${element.clientWidth}`,
      );
  }

  const controls = [...root.querySelectorAll(interactive)]
    .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((element) => ({
      element,
      // Text that goes on in the next line has a box for each.
      boxes: [...element.getClientRects()].map((box) => inSight(element, box)).filter(isThere),
      field: element.closest('.mantine-Input-wrapper'),
      stuck: stuckIn(element),
    }))
    .filter(({ boxes }) => boxes.length > 0);
  for (const [index, one] of controls.entries()) {
    for (const other of controls.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      // A field keeps room for the buttons inside it, and what scrolls goes below what sticks.
      if (one.field !== null && one.field === other.field) continue;
      if (one.stuck !== other.stuck) continue;
      const overlap = one.boxes.some((a) => other.boxes.some((b) => isThere(both(a, b))));
      if (overlap) found.push(`“${wordsOf(one.element)}” and “${wordsOf(other.element)}” overlap`);
    }
  }

  /**
   * The edge behind which nothing of an element is seen or can be scrolled to; null where it can be reached.
   */
  function cutBy(element: Element): Element | null {
    const box = element.getBoundingClientRect();
    let [x, y] = [true, true];
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      // What scrolls brings the rest into sight.
      if (/auto|scroll/.test(overflowX)) x = false;
      if (/auto|scroll/.test(overflowY)) y = false;
      const edge = outer.getBoundingClientRect();
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (x && clips(overflowX) && (box.right > edge.right + tolerance || box.left < edge.left - tolerance))
        return outer;
      if (y && clips(overflowY) && (box.bottom > edge.bottom + tolerance || box.top < edge.top - tolerance))
        return outer;
      if (position === 'fixed') break;
    }
    const isOut =
      (x && box.right > window.right + tolerance) || (y && box.bottom > window.bottom + tolerance);
    return isOut ? document.documentElement : null;
  }
  const isHiddenOnPurpose = (element: Element) => {
    const { clipPath, position, opacity } = getComputedStyle(element);
    return (
      clipPath !== 'none' ||
      opacity === '0' ||
      (position === 'fixed' && element.matches('body *:first-child'))
    );
  };
  for (const element of root.querySelectorAll(`${interactive}, table, h1`)) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (isHiddenOnPurpose(element) || box.bottom <= 0 || box.width === 0) continue;
    const edge = cutBy(element);
    if (edge !== null && !element.closest('[role="row"]'))
      found.push(`“${wordsOf(element)}” is cut by <${edge.tagName.toLowerCase()}>`);
    if (element.matches('button, a.mantine-Button-root')) {
      // The strip of sentences beside a text is as high as they are; what has words on it is not squeezed.
      if (box.height < 10 && element.matches('.mantine-Button-root'))
        found.push(`“${wordsOf(element)}” is ${Math.round(box.height)} px high`);
      const label = element.querySelector('.mantine-Button-label');
      // Words for who has them read out stand beside an icon.
      const isSpoken = label && [label, ...label.querySelectorAll('*')].some(isHiddenOnPurpose);
      if (label && !isSpoken && label.scrollWidth > label.clientWidth + tolerance)
        found.push(`the words on “${wordsOf(element)}” are cut`);
    }
  }

  // Words in an empty field end before what stands at its right.
  const pen = document.createElement('canvas').getContext('2d');
  for (const field of root.querySelectorAll('input')) {
    const { placeholder, value } = field;
    if (pen === null || placeholder === '' || value !== '' || !field.checkVisibility()) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    pen.font = font;
    const { left, right } = field.getBoundingClientRect();
    const section = field.closest('.mantine-Input-wrapper')?.querySelector('[data-position="right"]');
    const edge = Math.min(
      right - Number.parseFloat(paddingRight),
      section?.getBoundingClientRect().left ?? Number.POSITIVE_INFINITY,
    );
    const end = left + Number.parseFloat(paddingLeft) + pen.measureText(placeholder).width;
    if (end > edge + tolerance) found.push(`the words “${placeholder}” in a field are cut`);
  }

  const names = [
    ...root.querySelectorAll('h1'),
    ...[...root.querySelectorAll('[role="row"], tr')].flatMap((row) => {
      const cells = row.querySelectorAll('[role="gridcell"], td, th[scope="row"]');
      const named = [...cells].find((cell) => cell.textContent?.trim());
      return named ? [named] : [];
    }),
  ];
  for (const element of names) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const text = texts.nextNode();
    if (text === null || text.parentElement?.closest('.visually-hidden')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const whole = range.getBoundingClientRect();
    // A row that is scrolled out of its frame is not squeezed.
    if (height(inSight(element, element.getBoundingClientRect())) < 8) continue;
    const seen = both(inSight(text.parentElement ?? element, whole), {
      ...whole,
      ...element.getBoundingClientRect().toJSON(),
    } as Box);
    const own = text.parentElement?.getBoundingClientRect();
    const left = own === undefined ? width(seen) : Math.min(width(seen), width(own));
    if (left < Math.min(readable, width(whole)) - tolerance)
      found.push(`of the name “${wordsOf(element)}” ${Math.max(0, Math.round(left))} px are left`);
  }
  return [...new Set(found)];
}
