import type { AnswerDeclaration } from '#shared/operations/answer-declaration.ts';
import { useCall } from '../../lib/queries.ts';

/** What an operation declares of its answer; undefined until the operations are known. */
export function useDeclaredAnswer(name: string): AnswerDeclaration | undefined {
  const operations = useCall('operations.list', {});
  return operations.data?.find((one) => one.name === name)?.answer;
}
