import { aroundEach } from 'vitest';
import { rememberTest } from './at-test-end.ts';

// Run anew before each file, which a module that several files of a process share is not.
aroundEach(rememberTest);
