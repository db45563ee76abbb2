const link = /^sluice:\/\/document\/([0-9a-f]{32})\/?$/i;

/** The route of the page that a link `sluice://document/<content id>` names; null for anything else (X10). */
export function documentRoute(address: string): string | null {
  const id = link.exec(address)?.[1];
  return id === undefined ? null : `#/documents/${id.toUpperCase()}`;
}

/** The first such link among a program's arguments. */
export function routeInArguments(args: readonly string[]): string | null {
  return args.map(documentRoute).find((route) => route !== null) ?? null;
}
