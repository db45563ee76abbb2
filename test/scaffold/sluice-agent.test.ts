import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretVariables } from '../../src/cli/variables/secret-names.ts';
import { projectRoot } from '../support/project-copy.ts';

const debian = join(projectRoot, 'resources/debian');
const unit = readFileSync(join(debian, 'sluice.service'), 'utf8');

const { brokerPassword: _ofCommands, ...ofTheService } = secretVariables;

test.each(Object.values(ofTheService))(
  'the unit hands over $credential from a file that need not be there',
  ({ credential }) => {
    expect(unit).toContain(
      `LoadCredential=${credential}:/etc/sluice/credentials/${credential}\nSetCredential=${credential}:\\n\n`,
    );
  },
);

describe.skipIf(process.platform === 'win32')('sluice-agent', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'sluice-agent-'));
    mkdirSync(join(place, 'etc/credentials'), { recursive: true });
    const program = (name: string, text: string) => {
      writeFileSync(join(place, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(place, name), 0o755);
    };
    program('id', 'echo sluice');
    program('sluice', 'exec env -0');
    const script = readFileSync(join(debian, 'sluice-agent'), 'utf8');
    const here = script
      .replaceAll('/etc/sluice/', `${place}/etc/`)
      .replaceAll('/usr/bin/sluice', `${place}/sluice`);
    writeFileSync(join(place, 'script'), here);
  });
  afterEach(() => rmSync(place, { recursive: true }));

  function variablesOf(environment: string) {
    writeFileSync(join(place, 'etc/environment'), environment);
    const told = execFileSync('sh', [join(place, 'script'), 'status'], {
      encoding: 'utf8',
      env: { PATH: `${place}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return Object.fromEntries(told.split('\0').map((line) => line.split(/=(.*)/s, 2)));
  }

  test('takes the file of variables as systemd does, and runs nothing of it', () => {
    const ran = join(place, 'ran');
    const variables = variablesOf(
      [
        '# SLUICE_NO=1',
        '; SLUICE_NO=1',
        '',
        'no assignment',
        'SLUICE_WATCH_PING_URL=https://hc.example/x?a=1&b=$HOME;c=2',
        'SLUICE_WATCH_ON_ATTENTION=/usr/local/bin/tell us now',
        `SLUICE_RUN=$(touch ${ran})\`touch ${ran}\``,
        `touch ${ran}`,
        ' SLUICE_SPACES =  two words \t',
        `SLUICE_SINGLE='it is $so \\n'`,
        'SLUICE_DOUBLE="a \\"b\\" \\$c"',
        'SLUICE_ESCAPED=a\\ b\\\\c',
        '1BAD=x',
        'BAD-NAME=x',
        'SLUICE_LAST=without an end',
      ].join('\n'),
    );
    expect(variables).toMatchObject({
      SLUICE_WATCH_PING_URL: 'https://hc.example/x?a=1&b=$HOME;c=2',
      SLUICE_WATCH_ON_ATTENTION: '/usr/local/bin/tell us now',
      SLUICE_RUN: `$(touch ${ran})\`touch ${ran}\``,
      SLUICE_SPACES: 'two words',
      SLUICE_SINGLE: 'it is $so \\n',
      SLUICE_DOUBLE: 'a "b" $c',
      SLUICE_ESCAPED: 'a b\\c',
      SLUICE_LAST: 'without an end',
      SLUICE_DATA_DIR: '/var/lib/sluice',
    });
    expect(variables).not.toHaveProperty('SLUICE_NO');
    expect(() => readFileSync(ran)).toThrow(/ENOENT/);
  });

  test('has the secrets of the service', () => {
    const expected: Record<string, string> = {};
    for (const { credential, variable } of Object.values(ofTheService)) {
      writeFileSync(join(place, 'etc/credentials', credential), `the ${credential}\n`);
      expected[variable] = `the ${credential}`;
    }
    expect(variablesOf('')).toMatchObject(expected);
  });
});
