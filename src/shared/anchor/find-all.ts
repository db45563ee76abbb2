/** A text is looked up by so many of its first units; shorter ones are searched for. */
const gram = 12;

/** Where a text stands. */
export interface Found {
  readonly at: readonly number[];
  /** Whether these are all. */
  readonly areAll: boolean;
}

/** Work that a hostile text may cause, in units that are compared; real ones take some percent of it. */
export interface Work {
  left: number;
}

export const enoughWork = (): Work => ({ left: 300_000_000 });

/** A text that many others are looked up in; places that do not fit do not count. */
export type Lookup = (wanted: string, most: number, work: Work, isFit?: (at: number) => boolean) => Found;

/** What it costs to find out whether a place fits, in units that are compared. */
const fitting = 40;

/** Remembers where every run of twelve units stands, so that looking up a sentence takes no search. */
export function lookupIn(text: string): Lookup {
  const count = Math.max(0, text.length - gram + 1);
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)));
  const first = new Int32Array(size).fill(-1);
  const next = new Int32Array(count);
  // From behind, so that what is found stands in order.
  let sum = 0;
  for (let at = count - 1; at >= 0; at--) {
    sum = at === count - 1 ? sumOf(text, at) : sumBefore(sum, text, at);
    const slot = mixed(sum) & (size - 1);
    next[at] = first[slot] as number;
    first[slot] = at;
  }

  type Fits = (at: number) => boolean;

  function byGram(wanted: string, most: number, work: Work, isFit: Fits): Found {
    const found: number[] = [];
    let at = first[mixed(sumOf(wanted, 0)) & (size - 1)] as number;
    for (; at >= 0 && work.left > 0; at = next[at] as number) {
      work.left -= wanted.length;
      if (!text.startsWith(wanted, at)) continue;
      work.left -= fitting;
      if (!isFit(at)) continue;
      if (found.length === most) return { at: found, areAll: false };
      found.push(at);
    }
    return { at: found, areAll: at < 0 };
  }

  function bySearch(wanted: string, most: number, work: Work, isFit: Fits): Found {
    const found: number[] = [];
    let from = 0;
    while (work.left > 0) {
      const at = text.indexOf(wanted, from);
      work.left -= (at < 0 ? text.length : at) - from + 1;
      if (at < 0) return { at: found, areAll: true };
      from = at + 1;
      work.left -= fitting;
      if (!isFit(at)) continue;
      if (found.length === most) break;
      found.push(at);
    }
    return { at: found, areAll: false };
  }

  return (wanted, most, work, isFit = () => true) => {
    if (wanted === '') return { at: [], areAll: true };
    return (wanted.length < gram ? bySearch : byGram)(wanted, most, work, isFit);
  };
}

const base = 31;
/** What the first unit of a run is multiplied by: the base to the eleventh, in 32 bits as all of this. */
const firstPower = 129_082_719;
/** What undoes a multiplication by the base. */
const undoing = 3_186_588_639;

function sumOf(text: string, at: number): number {
  let sum = 0;
  for (let unit = at; unit < at + gram; unit++) sum = (Math.imul(sum, base) + text.charCodeAt(unit)) | 0;
  return sum;
}

/** The sum of a run, from that of the run that begins one unit later. */
function sumBefore(sum: number, text: string, at: number): number {
  const later = Math.imul(sum - text.charCodeAt(at + gram), undoing);
  return (later + Math.imul(text.charCodeAt(at), firstPower)) | 0;
}

const mixed = (sum: number) => sum ^ (sum >>> 15);
