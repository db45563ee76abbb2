import { timingSafeEqual } from 'node:crypto';
import type { Proof } from '#core/ports/team.ts';
import type { TeamKey } from '../scope.ts';

/** What a machine says of bytes and their document, and signs. */
export interface ClaimWord {
  readonly scope: string;
  readonly sha256: string;
  readonly size: number;
  readonly contentId: string | null;
  /** `named`: the slot is reserved for these bytes. `landed`: the document has them. */
  readonly state: 'named' | 'landed';
}

export interface Proofs {
  /** The proof of a word; null without the key of its scope, as after a change of key. */
  sign(word: ClaimWord, by: Signer): Promise<string | null>;
  judge(word: ClaimWord, proof: string | null): Promise<Proof>;
  /** A text with its code in front, for machines with the same key; undefined without that key. */
  seal(scope: string, about: string, text: string): Promise<string | undefined>;
  /** The text; undefined where a machine with this key did not write it about this. */
  open(scope: string, about: string, sealed: string): Promise<string | undefined>;
}

interface Signer {
  readonly agent: string;
  readonly epoch: number;
}

/** Length of a code of `TeamKey.mac`, characters. */
const macLength = 43;

/**
 * Signs and checks words of the team's database (docs/adr/0050). A proof is `agent epoch code`: who said it
 * with which claim, and the code over all of it.
 *
 * @param onForged called for each proof that a machine with this key did not make
 */
export function createProofs(
  key: () => Promise<TeamKey | undefined>,
  onForged: (about: ClaimWord) => void,
): Proofs {
  async function keyOf(scope: string): Promise<TeamKey | undefined> {
    const known = await key();
    return known?.scope === scope ? known : undefined;
  }
  const textOf = ({ scope, sha256, size, contentId, state }: ClaimWord, agent: string, epoch: string) =>
    JSON.stringify(['claim', scope, sha256, size, contentId, state, agent, epoch]);

  return {
    async sign(word, { agent, epoch }) {
      const known = await keyOf(word.scope);
      if (known === undefined || word.contentId === null) return null;
      return `${agent} ${epoch} ${known.mac(textOf(word, agent, String(epoch)))}`;
    },
    async judge(word, proof) {
      const known = await keyOf(word.scope);
      if (known === undefined || proof === null) return 'none';
      const [agent = '', epoch = '', mac = ''] = proof.split(' ');
      if (isEqual(known.mac(textOf(word, agent, epoch)), mac)) return 'key';
      onForged(word);
      return 'wrong';
    },
    async seal(scope, about, text) {
      const known = await keyOf(scope);
      return known && `${known.mac(JSON.stringify(['answer', scope, about, text]))}${text}`;
    },
    async open(scope, about, sealed) {
      const known = await keyOf(scope);
      const text = sealed.slice(macLength);
      const mac = known?.mac(JSON.stringify(['answer', scope, about, text]));
      return mac !== undefined && isEqual(mac, sealed.slice(0, macLength)) ? text : undefined;
    },
  };
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
