import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import './no-layout.ts';

/** The page is printed when somebody reads the message: a `findBy` that still waits makes an error a look. */
function notFound(said: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, notFound);
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => [said, prettyDOM(container)].filter(Boolean).join('\n\n'),
  });
}

configure({
  // Milliseconds a `findBy` waits at most: it bounds a failure on a busy machine and never shapes a pass.
  asyncUtilTimeout: 60_000,
  getElementError: notFound,
});

// Files share a document, and this runs before each of them.
localStorage.clear();
sessionStorage.clear();

/** What jsdom lacks and the components ask for. */
globalThis.matchMedia ??= (query) =>
  ({
    // No transitions: what opens is there at once.
    matches: query.includes('reduced-motion'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;
// Text fields that grow with their text look whether a font was loaded meanwhile.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
// jsdom lays nothing out; the grid of uploads needs a height to draw rows in.
vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);

afterEach(() => {
  cleanup();
  history.replaceState(null, '', '#/');
});
