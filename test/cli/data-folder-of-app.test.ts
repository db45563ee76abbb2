import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import {
  type Ended,
  type Service,
  sluice,
  startService,
  startSluice,
  temporaryFolder,
} from './support/program.ts';

const key = 'a-key-of-the-app-tests';
let folder: ReturnType<typeof temporaryFolder>;
let service: Service;
const here = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = temporaryFolder();
  service = await startService(key);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** What the app is told of a person's folders, whichever system this is. */
const home = () => ({ HOME: folder.path, APPDATA: here('.config'), XDG_CONFIG_HOME: here('.config') });

function run(args: readonly string[], variables: Record<string, string> = {}): Promise<Ended> {
  return sluice(['--app', ...args], { directory: folder.path, variables: { ...home(), ...variables } });
}

test.skipIf(process.platform === 'darwin')(
  '`sluice --app` works in the data folder of the app, hands work to it while it runs, and is told no key',
  async () => {
    const none = await run(['status']);
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('The desktop app was never started here by you');
    expect(existsSync(here('.config'))).toBe(false);
    const data = here('.config/sluice/data');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    await run(['profiles', 'add', 'Team', service.baseUrl]);
    expect(existsSync(join(data, 'settings.json'))).toBe(true);
    writeFileSync(here('one.txt'), 'Apple reported higher revenue.');
    const alone = await run(['upload', 'one.txt']);
    expect(alone.code).toBe(4);
    expect(alone.stderr).toContain('The key of the desktop app lies in the keychain');
    // Stands for the app: what holds the data folder.
    const app = startSluice(['watch', '--json', '--data-dir', data], { variables: { SLUICE_API_KEY: key } });
    await until('the app has its folder', () => app.stdout() !== '');
    const busy = await run(['watch']);
    expect(busy.code).toBe(8);
    writeFileSync(here('two.txt'), 'Nestle reported lower margins.');
    const handed = await run(['upload', 'two.txt', '--wait']);
    expect(handed.code, handed.stderr).toBe(0);
    app.child.kill('SIGTERM');
    await app.ended;
    const audit = (await service.ask('audit')) as { documents: unknown[] };
    expect(audit.documents).toHaveLength(1);
    const own = await run(['upload', 'one.txt'], { SLUICE_API_KEY: key });
    expect(own.stderr).not.toContain('keychain');
    expect((await run(['status', '--data-dir', data])).code).toBe(2);
  },
);
