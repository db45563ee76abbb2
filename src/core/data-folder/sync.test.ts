import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test.runIf(process.platform !== 'win32')('a new file that cannot be written whole is not left there', () => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const script = `
    import { writeNewFile } from ${JSON.stringify(new URL('sync.ts', import.meta.url).href)};
    try {
      writeNewFile(${JSON.stringify(join(directory, 'keys.json.new'))}, 'k'.repeat(100_000));
    } catch ({ code }) {
      process.stdout.write(code);
    }`;
  // A file may have few bytes, as on a disk that is full.
  const limited = 'trap "" XFSZ; ulimit -f 8; exec "$0" --input-type=module -e "$1"';
  const said = execFileSync('sh', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
  expect([said, readdirSync(directory)]).toEqual(['EFBIG', []]);
});
