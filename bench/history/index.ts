import { join } from 'node:path';
import type { Benchmark } from '../support/benchmark.ts';
import { resultOf } from '../support/result.ts';
import { withSandbox } from '../support/sandbox.ts';
import { type Browsed, browse } from './browse.ts';
import { bareQueries, fillLedger, searchedFor, waitInStep } from './fill-ledger.ts';
import { addProfile, startUi } from './ui-process.ts';

/** How long after the last letter the page begins to search, ms: `pause` of ui/search-field.tsx. */
const pauseMs = 120;

/**
 * Milliseconds a person waits on the documents page over 100,000 documents, in the built pages in a real
 * browser, served by `sluice ui` over a ledger that was filled directly: until the first rows are painted,
 * until the rows of a search are, and the longest task of the page's main thread while it scrolls through
 * everything. Floors of the same run: the bare SQLite queries, and an empty list of the same height.
 */
export const history: Benchmark = {
  name: 'history',
  about: '100,000 documents in the built pages in a browser: first rows, search, scrolling',
  async run({ size, directory, report, say }) {
    const { files: count = 100_000, rounds = 3 } = size;
    const word = searchedFor(count);
    const dataDirectory = join(directory, 'data');
    const rowsFloors: number[] = [];
    const searchFloors: number[] = [];
    const browsed: Browsed[] = [];
    await withSandbox(['--no-list'], async (sandbox) => {
      const profileId = await addProfile(dataDirectory, sandbox.baseUrl);
      say(`writing ${count} uploads`);
      fillLedger(dataDirectory, profileId, count);
      const agent = await startUi(dataDirectory, sandbox.apiKey);
      try {
        for (let round = 1; round <= rounds; round += 1) {
          const address = round === 1 ? agent.address : await agent.newAddress();
          if (round === 1) await waitInStep(dataDirectory, say);
          const floor = bareQueries(dataDirectory, word);
          rowsFloors.push(floor.rows);
          searchFloors.push(floor.search);
          browsed.push(await browse(address, word, count));
          say(`round ${round} of ${rounds}: ${JSON.stringify(browsed.at(-1))}`);
        }
      } finally {
        await agent.end();
      }
    });
    const more = { documents: count };
    report(
      resultOf({
        name: 'history',
        values: browsed.map(({ firstRows }) => firstRows),
        floors: rowsFloors,
        unit: 'ms',
        goal: { below: 300 },
        more: { ...more, emptyPage: browsed.map(({ floor }) => Math.round(floor.page)) },
      }),
    );
    report(
      resultOf({
        name: 'history-search',
        values: browsed.map(({ search }) => search - pauseMs),
        floors: searchFloors,
        unit: 'ms',
        goal: { below: 100 },
        more: { ...more, pauseBefore: pauseMs },
      }),
    );
    report(
      resultOf({
        name: 'history-scroll',
        values: browsed.map(({ longestTask }) => longestTask.processor),
        floors: browsed.map(({ floor }) => floor.longestTask.processor),
        unit: 'ms of processor (longest task)',
        goal: { below: 50 },
        more: {
          ...more,
          wall: browsed.map(({ longestTask }) => Math.round(longestTask.wall)),
          floorWall: browsed.map(({ floor }) => Math.round(floor.longestTask.wall)),
        },
      }),
    );
  },
};
