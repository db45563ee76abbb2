import { withNear } from './near.ts';
import { printable } from './output/format.ts';
import type { Session } from './session.ts';

/**
 * Says which of these names no tag has, and which may have been meant: to the service a slip of the pen is a
 * tag that nothing carries. Where it cannot be asked, nothing is said.
 */
export async function sayUnknownTags(
  { calls, output }: Pick<Session, 'calls' | 'output'>,
  given: readonly string[],
): Promise<void> {
  if (given.length === 0) return;
  const tags = await calls['tags.list']({}).catch(() => []);
  const known = tags.flatMap(({ id, name }) => [id, name]);
  if (known.length === 0) return;
  const names = tags.map((tag) => tag.name);
  for (const name of given.filter((one) => !known.includes(one))) {
    const complaint = output.say('cli.tags.unknown', { name });
    output.note(printable(withNear(output.say, complaint, name, names)));
  }
}
