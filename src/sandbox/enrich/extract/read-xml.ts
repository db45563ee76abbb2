import { Parser } from 'htmlparser2';
import { Unreadable } from './block.ts';

/** What a reader of XML is told, in the order it stands there. */
export interface XmlEvents {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** Text and CDATA alike, perhaps in pieces. */
  text?(text: string): void;
  close?(name: string): void;
}

/** Elements inside each other; deeper than any program writes, and every open one costs memory. */
const deepest = 10_000;

/**
 * Reads XML as a stream of events. What an entity of the document's own stands for is not looked up.
 *
 * @param what what is said to be broken
 * @throws Unreadable when there is no element, one is not closed, or they are nested without end
 */
export function readXml(xml: string, what: string, events: XmlEvents): void {
  const broken = (why: string) => new Unreadable('EXTRACTION_FAILED', `The ${what} is broken: ${why}.`);
  let depth = 0;
  let elements = 0;
  let opened = -1;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        elements += 1;
        opened = parser.startIndex;
        if (depth > deepest) throw new Unreadable('EXTRACTION_FAILED', `The ${what} is nested too deeply.`);
        events.open(name, attributes);
      },
      ontext: (text) => events.text?.(text),
      onclosetag(name, isImplied) {
        // One that closes itself is closed by its own tag; another one was never closed.
        if (isImplied && parser.startIndex !== opened) throw broken(`<${name}> is not closed`);
        depth -= 1;
        events.close?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(xml);
  if (depth > 0) throw broken('it ends in the middle');
  if (elements === 0) throw broken('it has no element');
  parser.end();
}
