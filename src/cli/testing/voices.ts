import { inEnglish } from '#shared/sentences/english.ts';
import { sentencesFor } from '../adapters/language.ts';
import { createPaint } from '../output/paint.ts';
import { createWords, type Voice } from '../output/words.ts';

const paint = createPaint(false);

export const english: Voice = { ...createWords(inEnglish), paint };
export const german: Voice = { ...createWords(sentencesFor({ variables: { LANG: 'de_DE.UTF-8' } })), paint };
