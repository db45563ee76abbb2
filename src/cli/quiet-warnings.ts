/**
 * Node prints that node:sqlite is experimental on every start; people can do nothing about it. Other warnings
 * stay.
 */
export function quietExperimentalWarnings(target: NodeJS.Process): void {
  target.removeAllListeners('warning');
  target.on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') target.stderr.write(`${warning.stack ?? warning.message}\n`);
  });
}
