import type { AnnotatedBlock } from './annotate-blocks.ts';

/** Where in a transcript a block stands. */
export interface TranscriptPlace {
  section: 'MANAGEMENT-DISCUSSION' | 'QUESTION-ANSWER' | null;
  speaker: string | null;
}

const transcriptName = /\b(?:transcript|earnings call|conference call)\b/i;
const questions = /^questions?[- ](?:and|&)[- ]answers?\b/i;
/** "Jane Doe -- Chief Financial Officer", or "Operator" alone on a line. */
const speakerLine =
  /^(?:(\p{Lu}[\p{L}.'-]+(?: \p{Lu}[\p{L}.'-]*){1,3})\s+(?:--|–|—)\s+\S.{0,80}|(Operator):?)$/u;

/** Follows the sections and speakers of a transcript block by block; another document has neither. */
export function followTranscript(names: string): (block: AnnotatedBlock) => TranscriptPlace {
  const place: TranscriptPlace = { section: null, speaker: null };
  if (!transcriptName.test(names)) return () => place;
  place.section = 'MANAGEMENT-DISCUSSION';
  return ({ text }) => {
    if (questions.test(text)) place.section = 'QUESTION-ANSWER';
    const spoken = speakerLine.exec(text.trim());
    if (spoken !== null) place.speaker = spoken[1] ?? spoken[2] ?? null;
    return { ...place };
  };
}
