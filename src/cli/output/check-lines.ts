import type { CallOutput } from '#shared/bridge/contract.ts';
import type { Output } from './output.ts';

/** A line for each live check, with its sentence. */
export function checkLines(output: Output, checks: CallOutput<'agent.doctor'>['checks']): void {
  const { paint, spoken } = output;
  for (const { name, ok, message, title, said } of checks) {
    const text = `${paint.bold(spoken(title, name))}: ${spoken(said, message)}`;
    if (ok) output.line(`${paint.good('✓')} ${text}`);
    else output.alert(`${paint.bad('✗')} ${text}`);
  }
}
