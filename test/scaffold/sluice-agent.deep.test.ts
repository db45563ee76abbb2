import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretVariables } from '../../src/cli/variables/secret-names.ts';
import { projectRoot } from '../support/project-copy.ts';

const debian = join(projectRoot, 'resources/debian');
const unit = readFileSync(join(debian, 'sluice.service'), 'utf8');

test('the data folder of the unit is none that the file of variables can change', () => {
  // Variables of EnvironmentFile= beat those of Environment=; an option beats both.
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/sluice watch --data-dir \/var\/lib\/sluice /m);
});

test('restarts by hand never leave the service down', () => {
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
});

const { brokerPassword: _ofCommands, ...ofTheService } = secretVariables;

test.each(Object.values(ofTheService))(
  'the unit hands over $credential from a file that need not be there',
  ({ credential }) => {
    expect(unit).toContain(
      `LoadCredential=${credential}:/etc/sluice/credentials/${credential}\nSetCredential=${credential}:\\n\n`,
    );
  },
);

describe.skipIf(process.platform !== 'linux')('sluice-agent', () => {
  let place: string;
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'sluice-agent-'));
    mkdirSync(join(place, 'etc/credentials'), { recursive: true });
    const program = (name: string, text: string) => {
      writeFileSync(join(place, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(place, name), 0o755);
    };
    program('id', 'echo sluice');
    program('chown', ':');
    const rest = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"';
    for (const name of ['setpriv', 'runuser']) program(name, `export VIA="$VIA ${name}"; ${rest}`);
    program('setsid', 'export VIA="$VIA setsid"; exec "$@"');
    program('sluice', '/usr/bin/cat "$CREDENTIALS_DIRECTORY"/* >&2 2>/dev/null; /usr/bin/env -0; exit 6');
    const script = readFileSync(join(debian, 'sluice-agent'), 'utf8');
    const here = script
      .replaceAll('/etc/sluice/', `${place}/etc/`)
      .replaceAll('/usr/bin/sluice', `${place}/sluice`)
      .replaceAll('/run', place)
      .replaceAll('/etc/systemd/', `${place}/units/`)
      .replaceAll('/usr/lib/systemd/', `${place}/units/lib/`);
    mkdirSync(join(place, 'units/system/sluice.service.d'), { recursive: true });
    mkdirSync(join(place, 'units/lib/system'), { recursive: true });
    const unitHere = unit.replaceAll('/etc/sluice/', `${place}/etc/`);
    writeFileSync(join(place, 'units/lib/system/sluice.service'), unitHere);
    writeFileSync(join(place, 'script'), here);
  });
  afterEach(() => rmSync(place, { recursive: true }));

  function asRoot(): void {
    writeFileSync(join(place, 'id'), '#!/bin/sh\ncase $1 in -un) echo root ;; *) echo 0 ;; esac\n');
  }

  /** What the command was given: variables, and the credentials on stderr. It ends with code 6. */
  function ran(program = 'sh', args = [join(place, 'script'), 'status']) {
    const { status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      env: { PATH: `${place}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const variables = Object.fromEntries(stdout.split('\0').map((line) => line.split(/=(.*)/s, 2)));
    return { status, stderr, variables: variables as Record<string, string> };
  }

  function variablesOf(environment: string) {
    writeFileSync(join(place, 'etc/environment'), environment);
    return ran().variables;
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

  test.each(['sluice', 'root'])(
    'as %s hands over variables that are called like its own, and is not led by them',
    (user) => {
      if (user === 'root') asRoot();
      const given = {
        ...Object.fromEntries(['user', 'text', 'value', 'name', 'line'].map((name) => [name, `the ${name}`])),
        ...Object.fromEntries(
          ['place', 'file', 'child', 'code', 'signalled'].map((name) => [name, `the ${name}`]),
        ),
        as_sluice: 'false',
        PATH: '/nowhere',
      };
      const variables = variablesOf(
        Object.entries({ IFS: 'e', ...given, HOME: '/x', SLUICE_DATA_DIR: '/x', CREDENTIALS_DIRECTORY: '/x' })
          .map(([name, value]) => `${name}="${value}"`)
          .join('\n'),
      );
      expect(variables).toMatchObject({
        ...given,
        HOME: '/var/lib/sluice',
        SLUICE_DATA_DIR: '/var/lib/sluice',
      });
      expect(variables.CREDENTIALS_DIRECTORY).toContain('sluice-agent.');
    },
  );

  test.each(['sluice', 'root'])(
    'as %s has the credentials that the unit loads, and leaves no copy',
    (user) => {
      if (user === 'root') asRoot();
      const names = [...Object.values(ofTheService).map(({ credential }) => credential), 'archive-key'];
      writeFileSync(
        join(place, 'units/system/sluice.service.d/archive.conf'),
        `[Service]\nLoadCredential=archive-key:${place}/etc/credentials/archive-key\n`,
      );
      for (const name of [...names, 'not-loaded'])
        writeFileSync(join(place, 'etc/credentials', name), `the ${name}\n`);
      const { status, stderr, variables } = ran();
      expect(stderr.trim().split('\n').sort()).toEqual(names.map((name) => `the ${name}`).sort());
      expect(status).toBe(6);
      expect(existsSync(variables.CREDENTIALS_DIRECTORY ?? '')).toBe(false);
      // Variables of a process are shown to whoever is the same user, and handed on.
      expect(Object.values(variables).join()).not.toContain('the api-key');
    },
  );

  test.each([
    ['a terminal of its own', '', 'runuser'],
    ['a session of its own where its output goes elsewhere', '>/dev/null', 'setsid setpriv'],
    ['a session of its own where its input comes from elsewhere', '</dev/null', 'setsid setpriv'],
  ])('root’s terminal is not shared with the service: %s', (_, streams, expected) => {
    asRoot();
    const told = join(place, 'told');
    writeFileSync(join(place, 'sluice'), `#!/bin/sh\necho "$VIA" >${told}\n`);
    ran('script', ['-qec', `sh ${join(place, 'script')} status ${streams}`, '/dev/null']);
    expect(readFileSync(told, 'utf8').trim()).toBe(expected);
  });

  test('without a terminal it has a session of its own, too', () => {
    asRoot();
    expect(ran().variables.VIA).toBe(' setsid setpriv');
  });

  test.each(['sluice', 'root'])('as %s hands over none of the caller’s secrets, and no other key', (user) => {
    if (user === 'root') asRoot();
    const own = { SLUICE_API_KEY: 'root’s', AWS_SECRET_ACCESS_KEY: 'x', LANG: 'de_DE.UTF-8', TERM: 'xterm' };
    const { variables } = ran('env', [
      ...Object.entries(own).map(([name, value]) => `${name}=${value}`),
      ...['sh', join(place, 'script'), 'status'],
    ]);
    expect(variables).toMatchObject({ LANG: 'de_DE.UTF-8', TERM: 'xterm' });
    for (const name of ['SLUICE_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'sluice_agent_clean'])
      expect(variables).not.toHaveProperty(name);
  });

  test('a signal reaches the command, and its end is the end of the script', async () => {
    asRoot();
    writeFileSync(
      join(place, 'sluice'),
      '#!/bin/sh\nsleep 60 & trap "kill $!; exit 7" TERM\necho ready\nwait\n',
    );
    const child = spawn('sh', [join(place, 'script'), 'watch'], {
      env: { PATH: `${place}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([7, null]);
    expect(readdirSync(place).filter((name) => name.startsWith('sluice-agent.'))).toEqual([]);
  });
});
