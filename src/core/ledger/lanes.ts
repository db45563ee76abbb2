/** Order of the queue (U14): what a person asked for, what just arrived, what was there before. */
export const lanes = { manual: 0, fresh: 1, backlog: 2 } as const;
