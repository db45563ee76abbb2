import { execFileSync } from 'node:child_process';

/** Whether a program of the system is there and runs; tests that need it say so in their titles. */
export function runOrMissing(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
