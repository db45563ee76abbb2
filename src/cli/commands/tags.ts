import type { Command } from 'commander';
import { addExamplesBelow } from '../help/examples.ts';
import type { Host } from '../host.ts';

/** `sluice tags list|create` */
export function declareTags(tags: Command, host: Host): void {
  tags
    .command('list')
    .description('list tags')
    .option('--prefix <text>', 'only tags whose name starts with this')
    .action(
      host.session('none', async ({ calls, output }, { prefix }: { prefix?: string }) => {
        const rows = await calls['tags.list'](prefix === undefined ? {} : { prefix });
        output.result(rows, () => {
          if (rows.length === 0) return output.line(output.say('cli.tags.none'));
          output.table(
            [
              { title: output.say('cli.column.id'), text: ({ id }) => id },
              { title: output.say('cli.column.name'), text: ({ name }) => name, shrinks: true },
              {
                title: output.say('cli.column.documents'),
                text: ({ file_count }) => (typeof file_count === 'number' ? String(file_count) : '-'),
                align: 'right',
              },
            ],
            rows,
          );
        });
      }),
    );
  tags
    .command('create')
    .description('make a tag')
    .argument('<name>')
    .action(
      host.session('none', async ({ calls, output }, name: string) => {
        const tag = await calls['tags.create']({ name });
        output.result(tag, () =>
          output.line(
            output.say(tag.existed ? 'cli.tags.existed' : 'cli.tags.created', { name: tag.name, id: tag.id }),
          ),
        );
      }),
    );
  addExamplesBelow(tags, {
    '': ['sluice tags list'],
    list: ['sluice tags list --prefix quarter'],
    create: ['sluice tags create quarterly'],
  });
}
