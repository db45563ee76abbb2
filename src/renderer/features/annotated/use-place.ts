import { useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type PlaceAddress, placeQuery } from '../../lib/addresses/annotated.ts';
import { currentStep } from '../../lib/history-memory.tsx';
import { goTo, href, useAddressAct } from '../../lib/route.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import type { Place, Target } from './model/types.ts';
import type { KeptPlace } from './text/sheet/place-keeper.ts';
import { useTextPosition } from './use-text-position.ts';
import { OpenRefusal, type RemoteDocument } from './worker/document-client.ts';

export interface ShownPlace extends Place {
  /** Counts up, so that the same place can be shown again. */
  readonly turn: number;
}

/** A document that cannot be opened is told of in its place. */
const failed = (error: unknown) => (error instanceof OpenRefusal ? undefined : notifyFailure(error));
/** To the end of the block a passage begins in. */
const whole = Number.MAX_SAFE_INTEGER;

/** What an address asks to be shown; null for nothing. */
export function targetOf(address: PlaceAddress): Target | null {
  const { path, from, to, end, entity, event, chunk, quote, paragraph } = address;
  if (path !== null) return { kind: 'path', path, from, to: end === null ? to : whole, quote };
  if (entity !== null) return { kind: 'entity', key: entity };
  if (event !== null) return { kind: 'event', event };
  return chunk === null ? null : { kind: 'chunk', chunk, quote, paragraph };
}

/**
 * How a place comes to be shown: by a jump, which is a step of the history that "back" leads out of; on the
 * way from hit to hit or mark to mark, which is one step in all; or by looking about, which is none.
 */
export type Way = 'jump' | 'walk' | 'look';

/** A choice begins: what was asked for before it is not shown any more. Answers whether it is the latest. */
export type Begin = () => () => boolean;

interface Shown {
  readonly place: ShownPlace | null;
  /** Where the text stood when a person was here before; it goes back there instead of to the place. */
  readonly position: KeptPlace | undefined;
}

/**
 * The place all panes show, kept in the address: `?path=` (with `from=` and `to=` for a range of its text),
 * `?entity=` (id or name), `?event=` (number) or `?chunk=` (of the service's search, with `quote=` and
 * `paragraph=` where they are known), so that links lead to it and "back" works.
 *
 * @param onLink a link within the document was followed
 */
export function usePlace(remote: RemoteDocument, route: readonly string[], onLink: () => void) {
  const [{ place, position }, setShown] = useState<Shown>({ place: null, position: undefined });
  const turn = useRef(0);
  const written = useRef<string | null>(null);
  /** Counts what was asked for: a slow answer never replaces a later choice. */
  const latest = useRef(0);
  const routeText = route.join('/');
  const text = useTextPosition(routeText);
  /** The step of the history that a walk goes on in. */
  const walk = useRef('');

  const begin: Begin = useCallback(() => {
    latest.current += 1;
    const mine = latest.current;
    return () => mine === latest.current;
  }, []);

  const take = useCallback((found: Place | null, back?: KeptPlace) => {
    turn.current += 1;
    const shown = found && { ...found, turn: turn.current };
    // In this turn of the browser, and not after the frames it may have to draw until then.
    if (found !== null || back !== undefined) flushSync(() => setShown({ place: shown, position: back }));
  }, []);

  useAddressAct((query) => {
    const asked = query.toString();
    if (written.current === asked) return;
    const isFirst = written.current === null;
    written.current = asked;
    const isLatest = begin();
    const back = text.arrive();
    const target = targetOf(placeQuery.read(query));
    if (target === null) return take(null, back);
    remote.locate(target).then((found) => {
      if (!isLatest()) return;
      take(found, back);
      if (!isFirst && back === undefined) onLink();
    }, failed);
  });

  /** Shows a place that is known, under the address that leads back to it. */
  const showPlace = useCallback(
    (found: Place, values: Partial<PlaceAddress>, way: Way = 'look') => {
      begin();
      const address = href(routeText.split('/'), placeQuery.write(values));
      const isBegun = walk.current === currentStep();
      const isStep = way === 'jump' || (way === 'walk' && !isBegun && text.isWorth());
      written.current = placeQuery.write(values);
      if (isStep) text.note();
      goTo(address, { replace: !isStep });
      text.arrive();
      text.forget();
      if (way === 'walk') walk.current = currentStep();
      take(found);
    },
    [routeText, text, begin, take],
  );

  /** Answers with what is shown then; null where something else was chosen meanwhile. */
  const show = useCallback(
    async (target: Target, way: Way = 'look') => {
      const isLatest = begin();
      const found = await remote.locate(target).catch(notifyFailure);
      if (!found || !isLatest()) return null;
      if (target.kind === 'entity') showPlace(found, { entity: target.key }, way);
      else if (target.kind === 'event') showPlace(found, { event: target.event }, way);
      else if (found.path !== '') showPlace(found, { path: found.path }, way);
      return found;
    },
    [remote, begin, showPlace],
  );

  return { place, position, text, begin, show, showPlace };
}
