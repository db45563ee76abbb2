import { z } from 'zod';

/**
 * A named way to look at the documents: filters and order as the page's address holds them, and the columns.
 */
export const documentViewSchema = z.object({
  name: z.string().min(1),
  query: z.string(),
  columns: z.array(z.string()),
});
export type DocumentView = z.infer<typeof documentViewSchema>;

/** How Sluice looks and behaves towards the person. */
export const preferencesSchema = z.object({
  /** `auto` follows the system. */
  theme: z.enum(['auto', 'light', 'dark']).default('auto'),
  /** The tag of a language that `resources/locales` has, or `auto`; where it has it no more, as `auto`. */
  language: z.string().min(1).default('auto'),
  notifications: z.boolean().default(true),
  startAtLogin: z.boolean().default(false),
  /** Columns of the documents page, in order; empty means its own choice. */
  documentColumns: z.array(z.string()).default([]),
  /** Widths that a person gave columns, CSS pixels: by grid, by column. */
  columnWidths: z.record(z.string(), z.record(z.string(), z.number().positive())).default({}),
  /**
   * The version whose changes the person saw, or set Sluice up with; empty in settings that an older one
   * wrote.
   */
  newsSeen: z.string().default(''),
  documentViews: z.array(documentViewSchema).default([]),
});

export type Preferences = z.infer<typeof preferencesSchema>;
