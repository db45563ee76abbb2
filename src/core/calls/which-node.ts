import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { places } from '#core/places/places.ts';
import { type Said, said } from '#shared/spoken/said.ts';

/** The Node that runs this, and where what Sluice brought lies. */
interface Running {
  readonly version: string;
  readonly path: string;
  readonly isApp: boolean;
  readonly home: string;
}

const thisProcess = (): Running => ({
  version: process.versions.node,
  path: process.execPath,
  isApp: 'electron' in process.versions,
  home: fileURLToPath(places.home),
});

/** Which Node runs Sluice, where it comes from, and who brings a newer one. */
export function whichNode({ version, path, isApp, home }: Running = thisProcess()): Said {
  if (isApp) return said('check.node.app', { version });
  const isOwn = path.startsWith(home.endsWith(sep) ? home : `${home}${sep}`);
  return said(isOwn ? 'check.node.own' : 'check.node.machine', { version, path });
}
