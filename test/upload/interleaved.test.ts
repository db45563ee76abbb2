import { testInterleaved } from './support/interleaved.ts';

testInterleaved(3);
