import regexpTree from 'regexp-tree';
import type { AstNode, AstRegExp } from 'regexp-tree/ast';

/**
 * How an expression may divide a text, which is what makes a backtracking engine slow: in one way for each
 * length (`none`), in a power of its length (`power`, as `\s*x?\s*$`), or in 2^n ways (`exponential`, as
 * `(?:\s*x?)*$`). After Weideman et al., "Analyzing matching time behavior of backtracking regular expression
 * matchers" (2016): two different paths through the automaton on the same text, from a state to itself, or
 * from one loop to another.
 *
 * What cannot be said of a path counts as possible: assertions as if they always held, and what is repeated
 * more than a few times as if it had no end.
 */
export type Ambiguity = 'none' | 'power' | 'exponential';

/** Repeated up to so often, a part is written out. */
const writtenOut = 4;

interface Place {
  /** Which of the sample characters may stand here. */
  readonly accepts: ReadonlySet<number>;
}

/** Leads to another state without a character. */
interface Free {
  readonly to: number;
  /** The loop whose body begins or ends here. */
  readonly enters?: number;
  readonly repeats?: number;
}

interface State {
  readonly free: Free[];
  /** What a character leads through, and where to. */
  readonly place?: { readonly accepts: ReadonlySet<number>; readonly to: number };
}

/** @param expression as it is written, with slashes and flags */
export function ambiguityOf(expression: string): Ambiguity {
  const ast = regexpTree.parse(expression, { allowGroupNameDuplicates: true });
  const parts = [ast.body, ...assertionsIn(ast.body)];
  const found = parts.map((body) => (body === null ? 'none' : judge(body, ast)));
  return found.includes('exponential') ? 'exponential' : found.includes('power') ? 'power' : 'none';
}

type Next = readonly ReadonlyMap<number, number>[];
type Meets = (one: number, other: number) => boolean;

function judge(body: AstNode, { flags }: AstRegExp): Ambiguity {
  const { places, next } = placesOf(statesOf(body, flags));
  const meets: Meets = (one, other) =>
    [...(places[one]?.accepts ?? [])].some((character) => places[other]?.accepts.has(character));
  const loops = loopsOf(places.length, next);
  for (const loop of loops) if (isExponential(loop, next, meets)) return 'exponential';
  for (const first of loops)
    for (const second of loops) if (first !== second && isPower(first, second, next, meets)) return 'power';
  return 'none';
}

/** Whether two different paths lead through a loop on the same text, from a place to itself. */
function isExponential(loop: ReadonlySet<number>, next: Next, meets: Meets): boolean {
  const pairs = new Map<string, string[]>();
  const within = (place: number) => [...(next[place]?.keys() ?? [])].filter((one) => loop.has(one));
  for (const one of loop)
    for (const other of loop) {
      if (!meets(one, other)) continue;
      const targets = within(one).flatMap((a) =>
        within(other).flatMap((b) => (meets(a, b) ? [`${a} ${b}`] : [])),
      );
      pairs.set(`${one} ${other}`, targets);
    }
  const component = componentsOf(pairs);
  const same = new Set([...loop].map((place) => component.get(`${place} ${place}`)));
  for (const [pair, own] of component) {
    const [one, other] = pair.split(' ');
    if (one !== other && same.has(own)) return true;
  }
  return [...loop].some((place) =>
    [...(next[place] ?? [])].some(
      ([target, ways]) =>
        ways > 1 &&
        loop.has(target) &&
        component.get(`${target} ${target}`) === component.get(`${place} ${place}`),
    ),
  );
}

/** Whether one text leads from a loop to itself, from it to another loop, and from that to itself. */
function isPower(first: ReadonlySet<number>, second: ReadonlySet<number>, next: Next, meets: Meets): boolean {
  const seen = new Set<string>();
  for (const from of first)
    for (const to of second) {
      if (!meets(from, to)) continue;
      const goal = `${from} ${to} ${to}`;
      const waiting = [[from, from, to]];
      seen.clear();
      for (let at = waiting.pop(); at; at = waiting.pop()) {
        const [a = 0, b = 0, c = 0] = at;
        for (const x of next[a]?.keys() ?? [])
          for (const z of first.has(x) ? (next[c]?.keys() ?? []) : [])
            for (const y of second.has(z) && meets(x, z) ? (next[b]?.keys() ?? []) : []) {
              if (!meets(x, y) || !meets(y, z)) continue;
              const key = `${x} ${y} ${z}`;
              if (key === goal) return true;
              if (seen.has(key)) continue;
              seen.add(key);
              waiting.push([x, y, z]);
            }
      }
    }
  return false;
}

/** The sets of places that lead to one another. */
function loopsOf(count: number, next: Next): ReadonlySet<number>[] {
  const all = Array.from({ length: count }, (_, place) => place);
  const graph = new Map(all.map((place) => [String(place), [...(next[place]?.keys() ?? [])].map(String)]));
  const loops = Map.groupBy(componentsOf(graph), ([, component]) => component);
  return [...loops.values()]
    .map((members) => new Set(members.map(([place]) => Number(place))))
    .filter((members) =>
      [...members].some((one) => [...(next[one]?.keys() ?? [])].some((to) => members.has(to))),
    );
}

/** Thompson's automaton: each part of the expression becomes states between two. */
function statesOf(body: AstNode, flags: string): readonly State[] {
  const states: State[] = [];
  const add = () => states.push({ free: [] }) - 1;
  const samples = samplesOf(body);
  const accepted = (node: AstNode): ReadonlySet<number> => {
    const source = regexpTree.generate(node);
    const test = new RegExp(`^(?:${source})$`, flags.replace(/[gy]/g, ''));
    return new Set(samples.flatMap((sample, index) => (test.test(sample) ? [index] : [])));
  };
  const any = new Set(samples.keys());
  const through = (accepts: ReadonlySet<number>, from: number): number => {
    const to = add();
    const before = states.push({ free: [], place: { accepts, to } }) - 1;
    states[from]?.free.push({ to: before });
    return to;
  };
  const build = (node: AstNode | null, from: number): number => {
    if (node === null) return from;
    switch (node.type) {
      case 'Char':
      case 'CharacterClass':
      case 'UnicodeProperty' as never:
        return through(accepted(node), from);
      case 'Backreference':
        return through(any, from);
      case 'Assertion':
        return from;
      case 'Group':
        return build(node.expression, from);
      case 'Alternative':
        return node.expressions.reduce((at, one) => build(one, at), from);
      case 'Disjunction': {
        const end = add();
        for (const side of [node.left, node.right]) {
          const begin = add();
          states[from]?.free.push({ to: begin });
          states[build(side, begin)]?.free.push({ to: end });
        }
        return end;
      }
      case 'Repetition':
        return repeat(node, from);
      default:
        throw new Error(`no such part of an expression: ${JSON.stringify(node)}`);
    }
  };
  const repeat = ({ expression, quantifier }: Extract<AstNode, { type: 'Repetition' }>, from: number) => {
    const [least, most] =
      quantifier.kind === 'Range'
        ? [quantifier.from, quantifier.to ?? Number.POSITIVE_INFINITY]
        : ({ '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] } as const)[
            quantifier.kind
          ];
    let at = from;
    for (let times = 0; times < Math.min(least, writtenOut); times++) at = build(expression, at);
    if (most <= writtenOut) {
      const end = add();
      for (let times = least; times < most; times++) {
        states[at]?.free.push({ to: end });
        at = build(expression, at);
      }
      states[at]?.free.push({ to: end });
      return end;
    }
    const [begin, loop, end] = [add(), add(), add()];
    states[at]?.free.push({ to: begin });
    states[begin]?.free.push({ to: loop, enters: begin }, { to: end });
    states[build(expression, loop)]?.free.push({ to: begin, repeats: begin });
    return end;
  };
  build(body, add());
  return states;
}

/** The places of characters, and in how many ways (at most two) one follows another. */
function placesOf(states: readonly State[]): { places: readonly Place[]; next: Next } {
  const owners = states.flatMap(({ place }, index) => (place ? [index] : []));
  const places: Place[] = owners.map((index) => ({ accepts: states[index]?.place?.accepts ?? new Set() }));
  const numberOf = new Map(owners.map((owner, index) => [owner, index]));
  const following = (from: number) => {
    const ways = new Map<number, number>();
    const walk = (at: number, entered: ReadonlySet<number>) => {
      const own = numberOf.get(at);
      if (own !== undefined) ways.set(own, Math.min(2, (ways.get(own) ?? 0) + 1));
      for (const { to, enters, repeats } of states[at]?.free ?? []) {
        // JavaScript repeats no part that took no character.
        if (repeats !== undefined && entered.has(repeats)) continue;
        walk(to, enters === undefined ? entered : new Set([...entered, enters]));
      }
    };
    walk(from, new Set());
    return ways;
  };
  return { places, next: owners.map((owner) => following(states[owner]?.place?.to ?? 0)) };
}

/** Strongly connected components (Tarjan), without recursion. */
function componentsOf(graph: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const component = new Map<string, number>();
  const stack: string[] = [];
  let components = 0;
  for (const root of graph.keys()) {
    if (index.has(root)) continue;
    const work: { node: string; at: number }[] = [{ node: root, at: 0 }];
    while (work.length > 0) {
      const top = work.at(-1) as { node: string; at: number };
      const { node } = top;
      if (top.at === 0) {
        index.set(node, index.size);
        low.set(node, index.get(node) as number);
        stack.push(node);
      }
      const next = graph.get(node)?.[top.at];
      top.at += 1;
      if (next !== undefined) {
        if (!index.has(next)) work.push({ node: next, at: 0 });
        else if (!component.has(next))
          low.set(node, Math.min(low.get(node) as number, index.get(next) as number));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) as number, low.get(node) as number));
      if (low.get(node) !== index.get(node)) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        component.set(member, components);
        if (member === node) break;
      }
      components += 1;
    }
  }
  return component;
}

/** Characters that tell the classes of an expression apart: those it names, their neighbours and others. */
function samplesOf(body: AstNode): string[] {
  const points = new Set(
    [...'aZ5_-.,;:/<>"\'!é漢 \t\n\r\u00a0\u0000😀'].map((sign) => sign.codePointAt(0) ?? 0),
  );
  regexpTree.traverse({ type: 'RegExp', body, flags: 'u' } as never, {
    Char({ node }) {
      const point = node.codePoint;
      if (!Number.isFinite(point)) return;
      for (const one of [point - 1, point, point + 1]) if (one >= 0 && one < 0xd800) points.add(one);
    },
  });
  return [...points].map((point) => String.fromCodePoint(point));
}

/** What lookarounds ask is matched on its own. */
function assertionsIn(body: AstNode | null): AstNode[] {
  const found: AstNode[] = [];
  if (body !== null)
    regexpTree.traverse({ type: 'RegExp', body, flags: 'u' } as never, {
      Assertion({ node }) {
        if ('assertion' in node && node.assertion) found.push(node.assertion);
      },
    });
  return found;
}
