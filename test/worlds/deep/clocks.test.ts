import { expect, test } from 'vitest';
import { place, secondService, variables } from '../support/fixture.ts';
import { clockAhead, plainWorld, runMainJourney } from '../support/journey.ts';

test.for([30, -30])('a clock that is %d hours ahead: the main journey', async (hours) => {
  const service = await secondService();
  await runMainJourney(plainWorld({ service, place: place(), variables: clockAhead(variables, hours) }));
  expect((await service.state()).emptySlots).toBe(0);
});
