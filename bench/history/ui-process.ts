import { startProgram } from '../support/programs.ts';

const program = new URL('../../bin/sluice.js', import.meta.url);

/** `sluice ui` in a process of its own. */
export interface UiProcess {
  /** The first one-time address. */
  readonly address: string;
  /** Another one-time address, for another browser. */
  newAddress(): Promise<string>;
  end(): Promise<void>;
}

/** Makes a profile in a data folder; its id. */
export async function addProfile(dataDirectory: string, baseUrl: string): Promise<string> {
  const args = ['profiles', 'add', 'Bench', baseUrl, '--json', '--data-dir', dataDirectory];
  const { stdout } = await startProgram(program, args).ended;
  return (JSON.parse(stdout) as { data: { id: string } }).data.id;
}

export async function startUi(dataDirectory: string, apiKey: string): Promise<UiProcess> {
  const ui = startProgram(program, ['ui', '--json', '--data-dir', dataDirectory], {
    variables: { SLUICE_API_KEY: apiKey },
  });
  const known = new Set<string>();
  const nextAddress = async () => {
    // Remarks stand among them, as that the pages are built.
    const line = await ui.line((one) => !known.has(one) && /"event":"listening"/.test(one));
    if (line === undefined) throw new Error(`sluice ui ended: ${(await ui.ended).stderr}`);
    known.add(line);
    return (JSON.parse(line) as { data: { address: string } }).data.address;
  };
  const address = await nextAddress();
  return {
    address,
    // An address that was used already prints the next one.
    async newAddress() {
      const next = nextAddress();
      const { origin, hash } = new URL(address);
      const body = JSON.stringify({ token: hash.slice('#token='.length) });
      const headers = { origin, 'content-type': 'application/json' };
      await (await fetch(new URL('session', address), { method: 'POST', headers, body })).arrayBuffer();
      return next;
    },
    async end() {
      await ui.kill('SIGTERM');
    },
  };
}
