/**
 * Coverage adds up per folder, and nothing is under way or waits for a person. `command` runs one of the
 * agent.
 */
export async function coverageProblems(
  command: (args: readonly string[]) => Promise<string>,
): Promise<string[]> {
  const { data: folders } = JSON.parse(await command(['folders', 'list', '--json'])) as {
    data: {
      folder: { path: string };
      coverage: Record<'seen' | 'searchable' | 'inProgress' | 'ignored' | 'attention', number>;
    }[];
  };
  return folders
    .filter(({ coverage: { seen, searchable, inProgress, ignored, attention } }) => {
      return seen !== searchable + inProgress + ignored + attention || inProgress > 0 || attention > 0;
    })
    .map(({ folder, coverage }) => `coverage of ${folder.path}: ${JSON.stringify(coverage)}`);
}
