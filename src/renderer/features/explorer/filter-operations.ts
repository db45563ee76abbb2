import {
  type OperationArea,
  type OperationDescription,
  operationAreas,
} from '#shared/operations/description.ts';

export interface OperationGroup {
  readonly area: OperationArea;
  readonly operations: readonly OperationDescription[];
}

/**
 * Operations by area, those that have every word somewhere: in the name, the title, the path, the section or
 * the area.
 */
export function filterOperations(
  operations: readonly OperationDescription[],
  search: string,
  wordsOf: (operation: OperationDescription) => string,
): OperationGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const fits = (operation: OperationDescription) => {
    const { name, method, path, section, area } = operation;
    const text = [name, method, path, section, area, wordsOf(operation)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return operationAreas
    .map((area) => ({ area, operations: operations.filter((one) => one.area === area && fits(one)) }))
    .filter((group) => group.operations.length > 0);
}
