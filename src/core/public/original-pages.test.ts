import { expect, test } from 'vitest';
import { contentIdSchema } from '#shared/ids/ids.ts';
import { createOriginalPages } from './original-pages.ts';

const contentId = contentIdSchema.parse('A'.repeat(32));

function open(kind: 'pdf' | 'html') {
  let now = 0;
  let profile = 'one';
  const asked: string[] = [];
  const pages = createOriginalPages(
    {
      'documents.openOriginal': async (input) => {
        asked.push(input.contentId);
        return { kind, path: '/cache/x', bytes: 7 };
      },
    },
    () => now,
    () => profile,
  );
  return {
    pages,
    asked,
    later: (by: number) => {
      now += by;
    },
    activate: (id: string) => {
      profile = id;
    },
  };
}

test('the address of a page cannot be guessed, and works once', async () => {
  const { pages } = open('html');
  const { address, kind, bytes } = await pages.open({ contentId });
  expect([kind, bytes]).toEqual(['html', 7]);
  expect(address).toMatch(/^original-page\/[0-9a-f]{32}$/);
  expect((await pages.open({ contentId })).address).not.toBe(address);
  expect(pages.page(`/${address}`)).toMatchObject({ path: '/cache/x', bytes: 7 });
  expect(pages.page(`/${address}`)).toBeNull();
  expect(pages.page('/original-page/')).toBeNull();
});

test('an address that nobody followed ends after a minute, and the oldest of many goes', async () => {
  const { pages, later } = open('html');
  const { address } = await pages.open({ contentId });
  later(60_001);
  expect(pages.page(`/${address}`)).toBeNull();
  const { address: oldest } = await pages.open({ contentId });
  for (let count = 0; count < 50; count++) await pages.open({ contentId });
  expect(pages.page(`/${oldest}`)).toBeNull();
});

test('an address ends when somebody signs out, and with its profile', async () => {
  const { pages, activate } = open('html');
  const { address } = await pages.open({ contentId });
  pages.signedOut();
  expect(pages.page(`/${address}`)).toBeNull();
  const { address: ofOne } = await pages.open({ contentId });
  activate('two');
  expect(pages.page(`/${ofOne}`)).toBeNull();
  const { address: ofTwo } = await pages.open({ contentId });
  expect(pages.page(`/${ofTwo}`)).not.toBeNull();
});

test('the bytes of a PDF stand at its id; those of a page, which would be shown, stand nowhere', async () => {
  const pdf = open('pdf');
  expect((await pdf.pages.open({ contentId })).address).toBe(`original/${contentId}`);
  expect(await pdf.pages.file(`/original/${contentId}`)).toEqual({ path: '/cache/x', bytes: 7 });
  expect(await open('html').pages.file(`/original/${contentId}`)).toBeNull();
});

test.each(['/original/', '/original/../x', `/original/${contentId}/x`, '/original/%2e%2e', '/annotated/x'])(
  '%s is no address, and asks for nothing',
  async (path) => {
    const { pages, asked } = open('pdf');
    expect(await pages.file(path)).toBeNull();
    expect(asked).toEqual([]);
  },
);
