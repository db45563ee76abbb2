import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** Another host: a network namespace, and the address at which this machine reaches it. */
export interface OtherHost {
  readonly name: string;
  /** Of the other host, which is not loopback. */
  readonly address: string;
  /** Of this machine, as the other host sees it. */
  readonly ownAddress: string;
  /** Program and first parameters that run a command there. */
  readonly enter: readonly [string, ...string[]];
  remove(): void;
}

/** Makes another host, one cable away from this one. */
export function createOtherHost(): OtherHost {
  const id = randomInt(1, 64_000);
  // 10.99.0.0/16 in networks of four addresses.
  const at = (host: number) => `10.99.${id >> 8}.${((id & 0x3f) << 2) + host}`;
  const name = `sluice-${id}`;
  const ip = (...parameters: string[]) => execFileSync('ip', parameters, { stdio: 'pipe' });
  ip('netns', 'add', name);
  try {
    ip('link', 'add', `sw${id}`, 'type', 'veth', 'peer', 'name', `so${id}`, 'netns', name);
    ip('address', 'add', `${at(1)}/30`, 'dev', `sw${id}`);
    ip('link', 'set', `sw${id}`, 'up');
    ip('-n', name, 'address', 'add', `${at(2)}/30`, 'dev', `so${id}`);
    ip('-n', name, 'link', 'set', `so${id}`, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  } catch (error) {
    ip('netns', 'delete', name);
    throw error;
  }
  return {
    name,
    address: at(2),
    ownAddress: at(1),
    enter: ['ip', 'netns', 'exec', name],
    // The cable goes with the namespace.
    remove: () => void ip('netns', 'delete', name),
  };
}

/** Whether this process can make another host: root, with Debian's `iproute2`, where the kernel lets it. */
export const canMakeNetworks = process.platform === 'linux' && process.getuid?.() === 0 && canMake();

function canMake(): boolean {
  try {
    createOtherHost().remove();
    return true;
  } catch {
    return false;
  }
}
