import { linkRoute, writePassageLink } from '#shared/cite/passage-link.ts';
import type { AnnotatedFileBlock, Jump, JumpDocument, JumpKind } from './jump.ts';

/** Blocks fold after so many characters; what is cut off there is not compared as a whole. */
const folded = 6_000;
/** Characters of a passage that a link quotes, and how many tell a place alone; see `search-input.ts`. */
const quoted = 120;
const telling = 25;

type Random = (below: number) => number;

/** Jumps that an address asks for; each names a place that the document's JSON says by itself. */
const choosers: Readonly<
  Partial<Record<JumpKind, (document: JumpDocument, random: Random) => Jump | undefined>>
> = {
  search({ file, passages }, random) {
    const passage = passages[random(passages.length)];
    const block = passage && file.content.body[passage.paragraph - 1];
    if (!passage || !block) return undefined;
    const { chunk, paragraph } = passage;
    const quote = (passage.text.trim().split('\n')[0] ?? '').trim().slice(0, quoted).trim();
    const isQuoted = quote.length >= telling;
    const query = new URLSearchParams({ chunk: `${chunk}`, paragraph: `${paragraph}` });
    if (isQuoted) query.set('quote', quote);
    // One that goes on in the next block is found by its beginning.
    if (isQuoted && !block.text.includes(quote)) return undefined;
    return {
      kind: 'search',
      query: `${query}`,
      block: paragraph - 1,
      text: isQuoted ? quote : shownText(block),
      from: isQuoted ? block.text.indexOf(quote) : 0,
      path: `$.content.body[${paragraph - 1}]`,
    };
  },
  event({ file }, random) {
    const { events } = file.analytics;
    const event = random(events.length);
    const [place] = events[event]?.text_locations ?? [];
    const block = place && file.content.body[place.paragraph_num - 1];
    const sentence = block?.sentences[(place?.sentence_num ?? 0) - 1];
    if (!place || !block || !sentence || sentence.end > folded) return undefined;
    return {
      kind: 'event',
      query: `event=${event}`,
      block: place.paragraph_num - 1,
      text: block.text.slice(sentence.start, sentence.end),
      from: sentence.start,
      path: `$.analytics.events[${event}]`,
    };
  },
  /** As a row of the table of entities leads there. */
  entity: (document, random) => entityJump('entity', document, random),
  /** As a row below an entity leads there, from the page across documents. */
  across: (document, random) => entityJump('across', document, random),
  sentence: (document, random) => itemJump('sentence', 'sentences', document, random),
  mark: (document, random) => itemJump('mark', 'entities', document, random),
  tree({ file }, random) {
    const block = random(file.content.body.length);
    const found = file.content.body[block];
    if (found === undefined || found.text === '') return undefined;
    const path = `$.content.body[${block}]${random(2) === 0 ? '' : '.text'}`;
    return {
      kind: 'tree',
      query: `path=${encodeURIComponent(path)}`,
      block,
      text: shownText(found),
      from: 0,
      path,
    };
  },
  /** As a link that was copied leads there. */
  citation({ file }, random) {
    const block = random(file.content.body.length);
    const whole = file.content.body[block]?.text ?? '';
    const from = random(whole.length);
    const to = Math.min(whole.length, from + 1 + random(200));
    const path = `$.content.body[${block}].text`;
    const text = whole.slice(from, to);
    if (text.trim() === '') return undefined;
    const link = writePassageLink({ contentId: 'A'.repeat(32), path, from, to, quote: text.trim() });
    const query = linkRoute(link)?.split('?')[1];
    return query === undefined ? undefined : { kind: 'citation', query, block, text, from, path };
  },
};

const kinds = Object.keys(choosers) as (keyof typeof choosers)[];

export function chooseJump(document: JumpDocument, random: Random): Jump {
  for (;;) {
    const kind = kinds[random(kinds.length)];
    const jump = kind && choosers[kind]?.(document, random);
    if (jump) return jump;
  }
}

/** The first mark of an entity, by its id, or by its name where it has none. */
function entityJump(kind: JumpKind, { file }: JumpDocument, random: Random): Jump | undefined {
  const index = random(file.analytics.entities.length);
  const id = file.analytics.entities[index]?.rp_entity_id;
  const block = file.content.body.findIndex(({ entities }) =>
    entities.some((one) => one.rp_entity_id === id),
  );
  const first = file.content.body[block]?.entities.find((one) => one.rp_entity_id === id);
  if (id === undefined || !first) return undefined;
  const text = (file.content.body[block] as AnnotatedFileBlock).text.slice(first.start, first.end);
  const query = `${new URLSearchParams({ entity: id })}`;
  return { kind, query, block, text, from: first.start, path: `$.analytics.entities[${index}]` };
}

/** A sentence or a mark, by its path. */
function itemJump(
  kind: JumpKind,
  list: 'sentences' | 'entities',
  { file }: JumpDocument,
  random: Random,
): Jump | undefined {
  const block = random(file.content.body.length);
  const found = file.content.body[block];
  const index = random(found?.[list].length ?? 0);
  const item = found?.[list][index];
  if (!found || !item || item.end > folded || item.end <= item.start) return undefined;
  const path = `$.content.body[${block}].${list}[${index}]`;
  const text = found.text.slice(item.start, item.end);
  return { kind, query: `path=${encodeURIComponent(path)}`, block, text, from: item.start, path };
}

function shownText({ text }: AnnotatedFileBlock): string {
  return text.length > folded ? `${text.slice(0, folded)}…` : text;
}
