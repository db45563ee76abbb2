import { expect, type Locator, type Page } from '@playwright/test';
import type { PageCallInput, PageCallName, PageCallOutput, Reply } from '../../src/shared/bridge/contract.ts';
import type { RunningAgent } from './running-agent.ts';
import { connectProfile } from './connect-profile.ts';
import type { Sandbox } from './sandbox.ts';

/** Milliseconds between two looks; left to itself, Playwright soon looks once a second only. */
export const askEvery = [100];

/** The pages as a person has them open, signed in at an agent. */
export class SluicePages {
  readonly page: Page;
  readonly #agent: RunningAgent;

  constructor(page: Page, agent: RunningAgent) {
    this.page = page;
    this.#agent = agent;
  }

  /** Opens the printed address. */
  async enter(): Promise<void> {
    await this.page.goto(this.#agent.address);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** Goes to a page by its hash, such as `#/folders/new`. */
  async open(route: string): Promise<void> {
    await this.page.goto(`${this.#agent.home}${route}`);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /**
   * Leaves for an empty page, so that the next one starts from the start. Told to by the page itself, the
   * browser keeps its process, and in it what it compiled of the pages and of axe.
   */
  async leave(): Promise<void> {
    await this.page.evaluate(() => location.replace('about:blank'));
    await this.page.waitForURL('about:blank');
  }

  /** A call as a page makes it. */
  async call(name: PageCallName, input: unknown = {}): Promise<Reply> {
    return this.page.evaluate(
      async ([called, given]) => {
        const session = sessionStorage.getItem('sluice-session') ?? '';
        const headers = { 'content-type': 'application/json', 'x-sluice-session': session };
        const answer = await fetch(`call/${called}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(given),
        });
        return (await answer.json()) as Reply;
      },
      [name, input] as const,
    );
  }

  /** The value of a call that must succeed. */
  async value<N extends PageCallName>(name: N, input: PageCallInput<N>): Promise<PageCallOutput<N>> {
    const reply = await this.call(name, input);
    if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
    return reply.value as PageCallOutput<N>;
  }

  /** Sets a profile up for a sandbox, without going through the pages that do it; answers its id. */
  async connect(sandbox: Sandbox): Promise<string> {
    const id = await connectProfile((name, input) => this.value(name, input), sandbox);
    // The pages asked before there was a profile.
    await this.page.goto(this.#agent.home);
    await this.open('#/home');
    return id;
  }

  /** Uploads a file where there was none and opens what was made of it; its content id. */
  async openDocument(path: string): Promise<string> {
    await this.value('uploads.add', { paths: [path], options: {} });
    await this.expectUploads('completed', 1);
    const { rows } = await this.value('uploads.list', {});
    const contentId = rows[0]?.contentId ?? '';
    await this.open(`#/documents/${contentId}/annotated`);
    return contentId;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** Waits until so many uploads are at this state. */
  async expectUploads(state: string, count: number): Promise<void> {
    await expect
      .poll(async () => ((await this.value('uploads.counts', {})) as Record<string, number>)[state] ?? 0, {
        message: `uploads that are ${state}`,
        intervals: askEvery,
      })
      .toBe(count);
  }
}
