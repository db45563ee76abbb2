import type { BlockView, EntityRow } from '../../model/types.ts';
import { blocksPerSection, foldedAt, mostShown, sectionOf } from '../../model/sections.ts';
import type { RemoteDocument } from '../../worker/document-client.ts';

/** So many times as much is shown of a block with each further look. */
const step = 6;

/** The blocks of whole sections, as the worker gives them; long texts unfold a part at a time. */
export class SectionBlocks {
  readonly #remote: RemoteDocument;
  /** Names and types of every entity seen so far; they never change. */
  readonly #entities = new Map<number, EntityRow>();
  readonly #most = new Map<number, number>();

  constructor(remote: RemoteDocument) {
    this.#remote = remote;
  }

  readonly entity = (entity: number): EntityRow | undefined => this.#entities.get(entity);

  async read(section: number): Promise<readonly BlockView[]> {
    const from = section * blocksPerSection;
    const most = Object.fromEntries([...this.#most].filter(([block]) => sectionOf(block) === section));
    const { views, entities } = await this.#remote.blocks(from, from + blocksPerSection, most);
    for (const row of entities) this.#entities.set(row.entity, row);
    return views;
  }

  /** Shows more of a block, at least up to a character; false where that much is shown already. */
  unfold(block: number, upTo = 0): boolean {
    const now = this.#most.get(block) ?? foldedAt;
    if (upTo > 0 && upTo <= now) return false;
    const wanted = Math.min(mostShown, upTo > 0 ? upTo + foldedAt : now * step);
    if (wanted <= now) return false;
    this.#most.set(block, wanted);
    return true;
  }
}
