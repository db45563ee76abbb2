import type { Command } from 'commander';
import { addExamples } from '../help/examples.ts';
import type { Host } from '../host.ts';
import { recordLines } from '../output/record.ts';

/** `sluice quotas`: usage and limits of the subscription. */
export function declareQuotas(command: Command, host: Host): void {
  command.action(
    host.session('none', async ({ calls, output }) => {
      const quotas = await calls['quotas.show']({});
      const { say } = output;
      output.result(quotas, () => {
        const { units, pagesLeft, subscriptionType, more } = quotas;
        if (units.length === 0 && subscriptionType === null && Object.keys(more).length === 0)
          return output.line(say('cli.quotas.none'));
        const number = (value: number | null) => (value === null ? '-' : output.count(value));
        const table = () =>
          output.table(
            [
              { title: say('cli.column.unit'), text: ({ name }) => name, shrinks: true },
              { title: say('cli.column.used'), text: ({ used }) => number(used), align: 'right' },
              {
                title: say('cli.column.limit'),
                text: ({ limit }) => (limit === null ? say('cli.quotas.noLimit') : number(limit)),
                align: 'right',
              },
              { title: say('cli.column.left'), text: ({ left }) => number(left), align: 'right' },
            ],
            units,
          );
        if (units.length > 0) table();
        if (pagesLeft !== null) output.line(say('cli.quotas.pages', { count: pagesLeft }));
        recordLines(more, output);
        if (subscriptionType !== null)
          output.line(output.paint.dim(say('cli.quotas.subscription', { kind: subscriptionType })));
      });
    }),
  );
  addExamples(command, 'sluice quotas', "sluice quotas --json | jq '.data.units[] | {name, left}'");
}
