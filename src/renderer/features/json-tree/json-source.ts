import { scanText } from '#shared/annotated/tape/scan.ts';
import { createTreeModel, type TreeModel } from './tree-model.ts';

/**
 * What a tree shows: the model's answers, one turn or one worker away. Make one with `localSource` for what
 * is in the page already, or let a worker hold the document.
 */
export type JsonSource = {
  readonly [Name in keyof TreeModel]: (
    ...input: Parameters<TreeModel[Name]>
  ) => Promise<Awaited<ReturnType<TreeModel[Name]>>>;
};

/**
 * A source in the page itself, for documents of a few megabytes.
 *
 * @throws JsonProblem where the text is no JSON
 */
export function localSource(text: string): JsonSource {
  return sourceOf(createTreeModel(scanText(text)));
}

export function sourceOf(model: TreeModel): JsonSource {
  const entries = Object.entries(model).map(([name, method]) => [
    name,
    async (...input: unknown[]) => (method as (...input: unknown[]) => unknown).apply(model, input),
  ]);
  return Object.fromEntries(entries) as JsonSource;
}
