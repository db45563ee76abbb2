import type { ErrorCode } from '#shared/errors/catalog.ts';
import { type Explanation, explain } from '#shared/errors/explain.ts';
import { withDetail } from '#shared/errors/with-detail.ts';
import type { Sentences } from '#shared/sentences/sentences.ts';
import type { Said } from '#shared/spoken/said.ts';
import { speak, speakOr } from '#shared/spoken/speak.ts';
import { sayReason } from '#shared/uploads/say-reason.ts';
import { createFormat, type Format } from './format.ts';
import type { Paint } from './paint.ts';

/** What a command says in the language of the person: sentences, and numbers as they stand in them. */
export interface Words extends Pick<Sentences, 'language' | 'say' | 'isKey'>, Format {
  readonly explained: (code: ErrorCode) => Explanation;
  /** What happened, with the detail where there is one. */
  readonly happened: (code: ErrorCode, detail?: string) => string;
  /** Why a local file is not uploaded or not yet. */
  readonly reason: (reason: string) => string;
  /**
   * What core composed; `english` is what core itself says, and what stands for a code of a newer Sluice.
   */
  readonly spoken: (said: Said | undefined, english: string) => string;
  /** The same where it is a sentence of this version, which always has words for it. */
  readonly remark: (said: Said) => string;
}

/** Words, and the colours they are written in. */
export interface Voice extends Words {
  readonly paint: Paint;
}

export function createWords(sentences: Sentences): Words {
  const { language, say, isKey } = sentences;
  const format = createFormat(sentences);
  return {
    ...format,
    language,
    say,
    isKey,
    explained: (code) => explain(say, code),
    happened: (code, detail) => withDetail(explain(say, code).happened, detail),
    reason: (reason) => sayReason(sentences, reason),
    spoken: (said, english) => speakOr(sentences, said, english),
    remark: (said) => speak(sentences, said) ?? said.code,
  };
}
