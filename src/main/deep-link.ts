import { linkRoute } from '#shared/cite/passage-link.ts';

/** The route that the first link `sluice://document/…` among a program's arguments names. */
export function routeInArguments(args: readonly string[]): string | null {
  return args.map(linkRoute).find((route) => route !== null) ?? null;
}
