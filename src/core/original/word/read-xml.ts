import { Parser } from 'htmlparser2';
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
 * Reads Word's XML as a stream of events. An absent part tells nothing; one that does not end, as of an
 * archive that claims to be smaller than it is, is none.
 *
 * @throws Unshown
 */
export function readXml(xml: string, events: XmlEvents): void {
  if (xml === '') return;
  let depth = 0;
  let elements = 0;
  let opened = -1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        elements += 1;
        opened = parser.startIndex;
        if (depth > deepest) throw new Unshown('deep');
        const plain = Object.entries(attributes).map(([key, value]) => [bare(key), value]);
        events.open(bare(name), Object.fromEntries(plain));
      },
      ontext: (text) => events.text?.(text),
      onclosetag(name, isImplied) {
        // One that closes itself is closed by its own tag; another one was never closed.
        if (isImplied && parser.startIndex !== opened) throw new Unshown('broken');
        depth -= 1;
        events.close?.(bare(name));
      },
      // No program writes one, and what it declares may grow without end.
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new Unshown('broken');
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  if (depth > 0 || elements === 0) throw new Unshown('broken');
  parser.end();
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);
