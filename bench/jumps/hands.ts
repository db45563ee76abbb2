/// <reference lib="dom" />

import type { OpenPage } from './run-jumps.ts';

/** Words that every long text holds, some as a part of others. */
const searched = ['company', 'the', 'share', 'arm', 'income', 'note'];
/** Steps through the hits of a search at most. */
const mostSteps = 12;

/** A search in the text, and some steps through its hits; answers how many jumps these were. */
export async function findOn({ page, document, random, jump }: OpenPage): Promise<number> {
  const word = searched[random(searched.length)] as string;
  const hits = document.file.content.body.flatMap(({ text }, block) =>
    [...text.matchAll(new RegExp(word, 'gi'))].map((found) => ({
      block,
      text: found[0],
      from: found.index,
      path: `$.content.body[${block}].text`,
    })),
  );
  const steps = Math.min(hits.length, 1 + random(mostSteps));
  const field = page.locator('[data-pane=text] input');
  await field.fill('');
  await field.focus();
  for (const [index, hit] of hits.slice(0, steps).entries()) {
    const says = `${index + 1} of ${hits.length.toLocaleString('en')}`;
    const begins = index === 0 ? 'input' : 'keydown';
    const kind = index === 0 ? 'typed' : 'find';
    await jump({ ...hit, kind, query: word }, { begins, says }, () =>
      index === 0 ? page.keyboard.insertText(word) : field.press('Enter'),
    );
  }
  await field.fill('');
  return steps;
}

/** A click on the strip beside a sentence that is in sight; answers how many jumps it was. */
export async function chooseSentence({ page, document, random, jump }: OpenPage): Promise<number> {
  const seen = await page.evaluate(() => {
    const pane = window.document.querySelector('[data-pane=text] section')?.getBoundingClientRect();
    const strips = [...window.document.querySelectorAll<HTMLElement>('[data-pane=text] [data-node]')];
    return strips.flatMap((strip) => {
      const { top, bottom } = strip.getBoundingClientRect();
      const block = Number(strip.closest<HTMLElement>('[data-block]')?.dataset.block);
      const index = [...(strip.parentElement?.children ?? [])].indexOf(strip);
      return pane && top > pane.top && bottom < pane.bottom && bottom - top > 3 ? [{ block, index }] : [];
    });
  });
  const chosen = seen[random(seen.length)];
  const body = chosen && document.file.content.body[chosen.block];
  const sentence = chosen && body?.sentences[chosen.index];
  if (!chosen || !body || !sentence) return 0;
  const { block, index } = chosen;
  const { start: from, end } = sentence;
  const path = `$.content.body[${block}].sentences[${index}]`;
  const strip = page.locator(`[data-block="${block}"] [data-node]`).nth(index);
  await jump(
    { kind: 'sentence', query: '', block, text: body.text.slice(from, end), from, path },
    { begins: 'click' },
    () => strip.click(),
  );
  return 1;
}
