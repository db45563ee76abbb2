import type { BrowserContext, Page } from '@playwright/test';
import { hostilePages } from '#core/original/testing/hostile-pages.ts';
import { Outside, servePages } from './outside.ts';

/** The attributes that the pane gives a frame, besides what the frame shows and what it is called. */
export const frameWalls = { sandbox: 'allow-same-origin', referrerpolicy: 'no-referrer' };

export const raw = (sample: string) => `<!doctype html>${sample}`;

/** Hostile pages, each with an address and a code of its own: what acts can be told by its name. */
export class HostilePages {
  readonly outside: Outside;
  readonly samples: readonly string[];
  /** Their text, with OUTSIDE for the address and ACT for the code. */
  readonly names: readonly string[];
  readonly #ran = new Set<number>();

  private constructor(context: BrowserContext, outside: Outside, address: string) {
    this.outside = outside;
    this.names = hostilePages('OUTSIDE', 'ACT').map((name) => name.replace(/data:image\/png[^"]*/u, 'DOT'));
    // What is written to the console is told of windows and of frames without our origin too.
    const write = (index: number) => hostilePages(`${address}${index}/`, `console.debug(${index})`)[index];
    this.samples = this.names.map((_, index) => write(index) ?? '');
    context.on('console', (message) => {
      if (message.type() === 'debug') this.#ran.add(Number(message.text()));
    });
  }

  static async start(context: BrowserContext): Promise<HostilePages> {
    const outside = new Outside();
    return new HostilePages(context, outside, await outside.start());
  }

  stop(): Promise<void> {
    return this.outside.stop();
  }

  /** Names of those whose code ran. */
  get ran(): readonly string[] {
    return this.names.filter((_, index) => this.#ran.has(index));
  }

  /** Names of those that asked for something outside. */
  get asked(): readonly string[] {
    const asked = new Set(this.outside.requests.map((path) => path.split('/')[1]));
    return this.names.filter((_, index) => asked.has(String(index)));
  }

  get acted(): readonly string[] {
    return [...new Set([...this.ran, ...this.asked])];
  }

  /**
   * Serves them: each at its number, alone in a frame below `/alone/`, and an empty page at the root.
   *
   * @param bodyOf what is written of a sample
   */
  async serve(
    bodyOf: (sample: string) => string | Promise<string>,
    policies: { readonly around?: string; readonly inside?: string } = {},
  ): Promise<{ readonly origin: string; stop(): Promise<void> }> {
    const under = (policy: string | undefined) => (policy === undefined ? {} : { policy });
    const pages = new Map<string, { body: string; policy?: string }>();
    pages.set('/', { body: '<!doctype html><p>around', ...under(policies.around) });
    for (const [index, sample] of this.samples.entries()) {
      pages.set(`/${index}`, { body: await bodyOf(sample), ...under(policies.inside) });
      pages.set(`/alone/${index}`, { body: `<iframe src="/${index}" width=600 height=300></iframe>` });
    }
    return servePages(pages);
  }
}

/** Shows each address in a frame, and clicks on whatever could be clicked on there. */
export function provoke(
  page: Page,
  addresses: readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  return page.evaluate(
    async ([all, given]) => {
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      for (const address of all) {
        const frame = document.createElement('iframe');
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        for (const [name, value] of Object.entries(given)) frame.setAttribute(name, value);
        frame.src = address;
        document.body.append(frame);
        await loaded;
        const found = frame.contentDocument?.querySelectorAll<HTMLElement>(
          'a, area, button, input, p, svg *',
        );
        for (const element of found ?? []) element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        for (let turn = 0; turn < 3; turn++) await frames();
        frame.remove();
      }
    },
    [addresses, attributes] as const,
  );
}

/** Shows each address in a frame that stays. */
export function showAll(page: Page, addresses: readonly string[]): Promise<void> {
  return page.evaluate(async (all) => {
    for (const address of all) {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = address;
      document.body.append(frame);
      await loaded;
    }
  }, addresses);
}
