import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { randomNumbers } from '../support/random-numbers.ts';

/** Words of sentences; some carry a tone. */
const words =
  'the company reported revenue growth in its cloud segment while costs rose faster than expected and guidance for the next quarter was lowered by management despite strong demand from customers across Europe and Asia'.split(
    ' ',
  );
const kinds = ['TEXT', 'TEXT', 'TEXT', 'TEXT', 'HEADING', 'LIST_UNORDERED', 'TABLE', 'FOOTER'];
const types = ['COMP', 'PEOP', 'PLCE', 'ORGA', 'PROD', 'TOPI'];
const entityCount = 400;
/** The same document each time. */
const seed = 20_261_121;

/**
 * Writes an annotated document of about so many bytes, as services make them: blocks with marks and
 * sentences, half of whose bytes are annotations, and the analytics behind them.
 *
 * @returns bytes written, and how many blocks
 */
export async function writeDocument(path: string, bytes: number): Promise<{ bytes: number; blocks: number }> {
  const random = randomNumbers(seed);
  const entities = Array.from({ length: entityCount }, (_, index) => ({
    rp_entity_id: index.toString(16).toUpperCase().padStart(6, '0'),
    entity_name: `${['Halden', 'Vela', 'Orrin', 'Lumen', 'Kestrel'][index % 5]} ${words[index % words.length]} ${index}`,
    entity_type: types[index % types.length],
  }));
  const stream = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  let written = 0;
  let blocks = 0;
  const write = async (text: string) => {
    written += Buffer.byteLength(text);
    if (!stream.write(text)) await once(stream, 'drain');
  };
  const head = { source: { name: 'Bench' }, metadata: { file_name: 'bench.html', language: 'en' } };
  await write(
    `{"document":${JSON.stringify(head)},"content":{"title":{"text":"A generated filing"},"body":[`,
  );
  while (written < bytes) {
    await write(`${blocks === 0 ? '' : ','}${JSON.stringify(block())}`);
    blocks += 1;
  }
  const analytics = {
    document: { document_type: 'FILING', document_sentiment: 0.1 },
    events: Array.from({ length: 200 }, (_, index) => ({
      topic: 'business',
      type: `event-${index % 30}`,
      event_relevance: random(100) / 100,
      roles: [{ event_detected_entity_name: entities[index]?.entity_name, event_sentiment: 0.2 }],
      text_locations: [{ paragraph_num: 1 + random(blocks), sentence_num: 1 }],
    })),
    entities: entities.map((entity) => ({
      ...entity,
      entity_relevance: random(100) / 100,
      entity_sentiment: random(200) / 100 - 1,
    })),
  };
  await write(`]},"analytics":${JSON.stringify(analytics)}}`);
  stream.end();
  await once(stream, 'close');
  return { bytes: written, blocks };

  function block() {
    let text = '';
    const marks: object[] = [];
    const sentences: object[] = [];
    for (let sentence = 1 + random(6); sentence > 0; sentence--) {
      const start = text.length;
      const length = 8 + random(22);
      for (let index = 0; index < length; index++) {
        if (random(12) === 0) {
          const entity = entities[random(entityCount)] as (typeof entities)[number];
          marks.push({ ...entity, start: text.length, end: text.length + entity.entity_name.length });
          text += `${entity.entity_name} `;
        } else text += `${words[random(words.length)]} `;
      }
      sentences.push({
        sentence_num: sentences.length + 1,
        start,
        end: text.length - 1,
        sentiment: random(200) / 100 - 1,
      });
    }
    return { text: text.trimEnd(), kind: kinds[random(kinds.length)], entities: marks, sentences };
  }
}
