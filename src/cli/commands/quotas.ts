import type { Command } from 'commander';
import type { Host } from '../host.ts';
import { formatCount } from '../output/format.ts';
import { recordLines } from '../output/record.ts';

/** `sluice quotas`: usage and limits of the subscription. */
export function addQuotasCommand(program: Command, host: Host): void {
  program
    .command('quotas')
    .description('show usage and limits of the subscription')
    .action(
      host.session('none', async ({ calls, output }) => {
        const quotas = await calls['quotas.show']({});
        output.result(quotas, () => {
          const { units, pagesLeft, subscriptionType, more } = quotas;
          if (units.length === 0 && subscriptionType === null && Object.keys(more).length === 0)
            return output.line('The service tells no limits.');
          const number = (value: number | null) => (value === null ? '-' : formatCount(value));
          const table = () =>
            output.table(
              [
                { title: 'unit', text: ({ name }) => name, shrinks: true },
                { title: 'used', text: ({ used }) => number(used), align: 'right' },
                {
                  title: 'limit',
                  text: ({ limit }) => (limit === null ? 'none' : number(limit)),
                  align: 'right',
                },
                { title: 'left', text: ({ left }) => number(left), align: 'right' },
              ],
              units,
            );
          if (units.length > 0) table();
          if (pagesLeft !== null) output.line(`Pages left: ${formatCount(pagesLeft)}`);
          recordLines(more, output);
          if (subscriptionType !== null)
            output.line(output.paint.dim(`Subscription by ${subscriptionType}.`));
        });
      }),
    );
}
