/**
 * Of the layers that did not run those that count as failed: all of them on a machine that is set up to run
 * all.
 */
export function layersThatMustRun(
  notRun: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return environment.SLUICE_TEST_EVERY_LAYER === '1' ? notRun : [];
}
