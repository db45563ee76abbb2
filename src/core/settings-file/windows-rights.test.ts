import { expect, test } from 'vitest';
import { rightsFault } from './windows-rights.ts';

const administratorsOnly = '(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
/** What a folder inherits from ProgramData: everybody may add files, and owns those. */
const belowProgramData =
  'D:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)';

test.each([
  ['as an elevated administrator makes it', `O:BAG:S-1-5-21-1-2-3-513D:AI${administratorsOnly}`],
  ['as the system makes it', `O:SYG:SYD:PAI(A;;FA;;;SY)(A;;FA;;;S-1-5-32-544)(A;;FR;;;WD)`],
  ['with somebody who is denied', `O:BAG:SYD:(D;;FA;;;BU)${administratorsOnly}`],
])('a policy file %s is good', (_, descriptor) => {
  expect(rightsFault(descriptor, 'file')).toBeUndefined();
});

test.each([
  ['of a person', `O:S-1-5-21-1-2-3-1001G:BUD:AI${administratorsOnly}`, 'owner'],
  ['without an owner', `G:BUD:AI${administratorsOnly}`, 'owner'],
  ['that users may write', `O:BAG:SYD:${administratorsOnly}(A;;0x1301bf;;;BU)`, 'open'],
  ['that everybody may add to', `O:BAG:SYD:${administratorsOnly}(A;;LC;;;WD)`, 'open'],
  ['whose rights somebody may change', `O:BAG:SYD:(A;;FA;;;BA)(A;;FRWD;;;S-1-5-21-1-2-3-1001)`, 'open'],
  ['with a right that nobody knows', `O:BAG:SYD:(A;;ZZ;;;BU)`, 'open'],
  ['without a list', 'O:BAG:SY', 'open'],
  ['that is open to all', 'O:BAG:SYD:NO_ACCESS_CONTROL', 'open'],
] as const)('a policy file %s is not: %s', (_, descriptor, fault) => {
  expect(rightsFault(descriptor, 'file')).toBe(fault);
});

test('a folder of an administrator may let others add files, and not take any away', () => {
  expect(rightsFault(`O:BAG:SY${belowProgramData}`, 'folder')).toBeUndefined();
  expect(rightsFault(`O:S-1-5-21-1-2-3-1001G:SY${belowProgramData}`, 'folder')).toBe('owner');
  expect(rightsFault(`O:BAG:SY${belowProgramData}(A;;DT;;;BU)`, 'folder')).toBe('open');
});
