import type { z } from 'zod';
import type { SentenceKey } from '../sentences/sentence-key.ts';

/** How the command line turns the text after a flag into the field's value. `off` is a flag that means false. */
export type FlagKind =
  | 'annotated'
  | 'bytes'
  | 'choice'
  | 'count'
  | 'date'
  | 'enrichments'
  | 'exclude'
  | 'extensions'
  | 'include'
  | 'list'
  | 'number'
  | 'off'
  | 'repeated'
  | 'sources'
  | 'switch'
  | 'tag-rules'
  | 'text';

/** `flags` as commander takes them, such as `--label <text>`. */
type Flag = readonly [kind: FlagKind, flags: string, help: string];

/** The sections of the folder form. The upload sheet shows `options` too. */
export type Section = 'after' | 'folder' | 'metadata' | 'options' | 'which';

/** Where the pages show a field, and with what. An `own` widget is written in the section's file. */
type Form =
  | { readonly section: Section; readonly kind: 'own' }
  | {
      readonly section: Section;
      readonly kind: 'choice' | 'choices' | 'number' | 'switch' | 'text';
      /** The values of `choice` and `choices` are labelled `LABEL.VALUE`. */
      readonly label: SentenceKey;
      readonly hint?: SentenceKey;
    };

/** The field in the request for an upload address. It is left out while it is empty: null, false or `[]`. */
interface Wire {
  readonly name: string;
  /** Sent also while it is empty. */
  readonly always?: true;
  /** The value with which fewer people see the document, or for less time; null if neither depends on it. */
  readonly privateWhen: boolean | null;
}

/** What Sluice has to know about an option of a watch folder or an upload. Nothing has a default here. */
export interface Field {
  /** With its default, which is written nowhere else. */
  readonly schema: z.ZodType;
  readonly flags: readonly Flag[];
  readonly form: Form | null;
  /** Left out if no watch folder has the field. */
  readonly folder?: {
    /** Its description in the schema of configuration files; null keeps the field out of them. */
    readonly file: string | null;
    /** A change of it restarts the watching of the folder. */
    readonly rescans: boolean;
    /**
     * Settings from outside may change it without pausing the folder: which files go out, where and to whom, and
     * what happens to them afterwards do not depend on it.
     */
    readonly harmless: boolean;
  };
  /** Left out if it does not go with an upload. */
  readonly upload?: {
    /** Whether `upload` has the flag too: with the same words, or with its own. */
    readonly flag: boolean | string;
    /** Null if the service does not get it. */
    readonly wire: Wire | null;
  };
}
