/**
 * Length of the service's window. The margin covers clocks that run apart and timers that fire early; it
 * costs 0.2 % of the rate.
 */
export const windowMs = 60_000 + 100;

/** Which slots of the request budget are occupied. Times are monotonic ms and must not go back. */
export interface RequestWindow {
  /** A request goes out. */
  begin(): void;
  /** Its answer came: occupied until `now` + window. `accepted` is false for a 429. */
  end(now: number, accepted: boolean): void;
  /** It never went out. */
  forget(): void;
  inFlight(): number;
  occupied(now: number): number;
  /** Requests in flight or answered within the window and not refused. */
  accepted(now: number): number;
  /** When those were answered that still occupy a slot, the oldest first. */
  answeredAt(now: number): number[];
  /** When the `count` oldest answered slots will be free; undefined when fewer are answered. */
  freeAt(count: number, now: number): number | undefined;
}

/**
 * A slot is occupied from sending until the answer and a window more. Whenever within that span the service
 * counted the request, its window can then never hold more requests than there are slots.
 *
 * Answers arrive in the order of their times, so the answered slots are a queue: a ring of numbers, 9 bytes a
 * slot.
 */
export function createRequestWindow(slots: number): RequestWindow {
  // A limit nobody will ever reach takes no memory before it is.
  let answeredAt = new Float64Array(Math.min(Math.max(slots, 16), 1024));
  let refused = new Uint8Array(answeredAt.length);
  let head = 0;
  let size = 0;
  let refusedCount = 0;
  let flying = 0;

  const at = (index: number) => (head + index) % answeredAt.length;

  function expire(now: number): void {
    while (size > 0 && (answeredAt[head] ?? 0) + windowMs <= now) {
      refusedCount -= refused[head] ?? 0;
      head = at(1);
      size -= 1;
    }
  }

  function grow(): void {
    const times = new Float64Array(answeredAt.length * 2);
    const marks = new Uint8Array(times.length);
    for (let index = 0; index < size; index += 1) {
      times[index] = answeredAt[at(index)] ?? 0;
      marks[index] = refused[at(index)] ?? 0;
    }
    answeredAt = times;
    refused = marks;
    head = 0;
  }

  return {
    begin() {
      flying += 1;
    },
    end(now, accepted) {
      flying -= 1;
      expire(now);
      if (size === answeredAt.length) grow();
      const tail = at(size);
      answeredAt[tail] = now;
      refused[tail] = accepted ? 0 : 1;
      refusedCount += accepted ? 0 : 1;
      size += 1;
    },
    forget() {
      flying -= 1;
    },
    inFlight: () => flying,
    occupied(now) {
      expire(now);
      return flying + size;
    },
    accepted(now) {
      expire(now);
      return flying + size - refusedCount;
    },
    answeredAt(now) {
      expire(now);
      return Array.from({ length: size }, (_, index) => answeredAt[at(index)] ?? 0);
    },
    freeAt(count, now) {
      expire(now);
      if (count < 1 || count > size) return undefined;
      return (answeredAt[at(count - 1)] ?? 0) + windowMs;
    },
  };
}
