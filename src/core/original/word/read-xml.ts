import { SaxesParser } from 'saxes';
import { Unshown } from '../unshown/unshown.ts';

/** What a reader of Word's XML is told: names without their prefix, attributes too. */
export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Elements inside each other; more than any program writes. */
const deepest = 10_000;

/**
 * Reads Word's XML as a stream of events. An absent part tells nothing.
 *
 * @throws Unshown
 */
export function readXml(xml: string, events: XmlEvents): void {
  if (xml === '') return;
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', () => {
    throw new Unshown('broken');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > deepest) throw new Unshown('deep');
    const plain = Object.entries(attributes).map(([key, value]) => [bare(key), String(value)]);
    events.open(bare(name), Object.fromEntries(plain));
  });
  parser.on('text', (text) => events.text?.(text));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    events.close?.(bare(name));
  });
  parser.write(xml).close();
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);
