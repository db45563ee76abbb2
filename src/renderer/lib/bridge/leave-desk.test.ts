import { expect, test, vi } from 'vitest';
import { createFakeHost, Refusal } from '../../testing/fake-host.ts';
import { createCall } from './call.ts';
import { createLeaveDesk, withLeave } from './leave-desk.ts';

function asking(leave: 'given' | 'refused' | 'code', code = '123456') {
  let isGiven = false;
  const { host, inputs } = createFakeHost({
    'uploads.add': () => {
      if (!isGiven) throw new Refusal('LEAVE_NEEDED', 'Nobody allowed that.');
      return { ids: [1], refused: [] };
    },
    'host.askLeave': () => {
      isGiven = leave === 'given';
      return { leave };
    },
    'host.giveLeave': (input: { code: string }) => {
      isGiven = input.code === code;
      return { given: isGiven };
    },
  });
  const desk = createLeaveDesk();
  return { desk, inputs, call: withLeave(createCall(host), desk) };
}

const wanted = { paths: ['/srv/a'], options: {} };

test('a dialog of the app gives leave, and the call is made again', async () => {
  const { call, inputs } = asking('given');
  expect(await call('uploads.add', wanted)).toMatchObject({ ids: [1] });
  expect(inputs('host.askLeave')).toEqual([{ call: 'uploads.add', input: wanted }]);
});

test('what was refused stays refused', async () => {
  await expect(asking('refused').call('uploads.add', wanted)).rejects.toMatchObject({ code: 'LEAVE_NEEDED' });
});

test('a code is asked for until it is right', async () => {
  const { desk, call } = asking('code');
  const listener = vi.fn();
  desk.subscribe(listener);
  const added = call('uploads.add', wanted);
  await expect.poll(desk.current).toMatchObject({ wasWrong: false });
  desk.answer('000000');
  await expect.poll(desk.current).toMatchObject({ wasWrong: true });
  desk.answer('123456');
  expect(await added).toMatchObject({ ids: [1] });
  expect(desk.current()).toBeNull();
  expect(listener).toHaveBeenCalled();
});

test('who types nothing is not asked again', async () => {
  const { desk, call, inputs } = asking('code');
  const added = call('uploads.add', wanted);
  await expect.poll(desk.current).not.toBeNull();
  desk.answer(null);
  await expect(added).rejects.toMatchObject({ code: 'LEAVE_NEEDED' });
  expect(inputs('host.giveLeave')).toEqual([]);
});

test('what is too much for one question is asked for in several, and not without end', async () => {
  const needing = (questions: number) => {
    let left = questions;
    const { host, inputs } = createFakeHost({
      'uploads.add': () => {
        if (left > 0) throw new Refusal('LEAVE_NEEDED', 'Nobody allowed that.');
        return { ids: [1], refused: [] };
      },
      'host.askLeave': () => {
        left -= 1;
        return { leave: 'given' };
      },
    });
    return { inputs, call: withLeave(createCall(host), createLeaveDesk()) };
  };
  const three = needing(3);
  expect(await three.call('uploads.add', wanted)).toMatchObject({ ids: [1] });
  expect(three.inputs('host.askLeave')).toHaveLength(3);
  const endless = needing(Number.POSITIVE_INFINITY);
  await expect(endless.call('uploads.add', wanted)).rejects.toMatchObject({ code: 'LEAVE_NEEDED' });
  expect(endless.inputs('host.askLeave')).toHaveLength(10);
});
