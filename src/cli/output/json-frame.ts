import type { Answer, EventLine, Failure, Page, Remark } from './frame-schema.ts';

/** Version of the shape, as `frame-schema.ts` declares it; named here so that a start loads no schema. */
const version = 1;

/**
 * What `--json` writes, in the one shape of every command (docs/scripting.md): one answer when the command
 * ends, or a line for each event while it runs.
 */
export interface JsonFrame {
  /** The answer of the command; written at the end, when all remarks are known. */
  answer(data: unknown, page?: Page): void;
  /** A line, at once. From the first on, remarks and the failure are lines too. */
  event(name: string, data: unknown): void;
  remark(remark: Remark): void;
  /** Something else stands on stdout, such as a file: the frame then only says a failure. */
  giveWay(): void;
  /** Writes what is still to be written; what comes later is not said any more. */
  end(failure?: Failure): void;
}

interface FrameOptions {
  readonly write: (value: Answer | EventLine) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export function createJsonFrame({ write, now }: FrameOptions): JsonFrame {
  let answer: Pick<Answer, 'data' | 'page'> | undefined;
  let remarks: Remark[] = [];
  let tellsEvents = false;
  let givesWay = false;
  let isOver = false;

  const line = (event: string, rest: Pick<EventLine, 'data' | 'error'>) =>
    write({ version, time: new Date(now()).toISOString(), event, ...rest });
  const tellRemarks = () => {
    for (const remark of remarks) line('remark', { data: remark });
    remarks = [];
  };

  return {
    answer(data, page) {
      answer = { data: data ?? null, ...(page === undefined ? {} : { page }) };
    },
    event(name, data) {
      tellsEvents = true;
      tellRemarks();
      line(name, { data });
    },
    remark(remark) {
      remarks.push(remark);
      if (tellsEvents) tellRemarks();
    },
    giveWay() {
      givesWay = true;
    },
    end(failure) {
      if (isOver) return;
      isOver = true;
      if (tellsEvents) {
        if (failure !== undefined) line('error', { error: failure });
      } else if (failure !== undefined || !givesWay) {
        write({
          version,
          ...answer,
          ...(remarks.length === 0 ? {} : { remarks }),
          ...(failure === undefined ? {} : { error: failure }),
        });
      }
    },
  };
}
