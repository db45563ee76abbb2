import { z } from 'zod';
import { type RuleName, rule } from '../spoken/rule.ts';

/*
 * Ids come from outside: from a service, a settings file, a page, a command line. They become file names,
 * parts of addresses and keys of maps, so they are parsed once where they come in, and what needs a checked
 * one takes the branded type.
 */

/** Names that Windows keeps for devices, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(?:\..*)?$/i;
/** Nothing that separates, climbs, hides or ends in a dot or a space; at most 128 characters. */
const harmless = /^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,126}[A-Za-z0-9_-])?$/;

/**
 * Whether a text can be the name of a file or a part of an address as it is, on every system, and a key of
 * any map.
 */
export function isSafeId(text: string): boolean {
  return harmless.test(text) && !reserved.test(text) && !text.includes('..') && !(text in {});
}

const safeId = (name: RuleName) => z.string().refine(isSafeId, rule(name));

/** A document of the service: 32 characters by the specification (4.8). */
export const contentIdSchema = z
  .string()
  .regex(/^[A-F0-9]{32}$/, rule('content-id'))
  .brand<'ContentId'>();
export type ContentId = z.output<typeof contentIdSchema>;

/** A UUID by the specification (2.7); deployments may number them. */
export const connectorIdSchema = safeId('connector-name').brand<'ConnectorId'>();
export type ConnectorId = z.output<typeof connectorIdSchema>;

/** A UUID where it has been seen (service-behaviour.md, "Tags"). */
export const tagIdSchema = safeId('tag-id').brand<'TagId'>();

/** What nobody would name a tag, and what the ids of tags look like. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
}

/** Ours; names the folder of what was fetched from a service. */
export const profileIdSchema = safeId('profile-id').brand<'ProfileId'>();
export type ProfileId = z.output<typeof profileIdSchema>;

/** Ours; names a watch folder in the ledger. */
export const folderIdSchema = safeId('folder-id').brand<'FolderId'>();

/** Of the operations that are asked with an id alone. */
const wireId = (name: RuleName) =>
  z
    .string()
    .min(1)
    .refine((text) => text === '' || isSafeId(text), rule(name));

/** A job of searches (specification 4.13). */
export const batchIdSchema = wireId('batch-id').brand<'BatchId'>();
export type BatchId = z.output<typeof batchIdSchema>;

/** A template of workflows (specification 4.14). */
export const templateIdSchema = wireId('template-id').brand<'TemplateId'>();

/**
 * A document of the service's own content (specification 4.8), which need not be named as those of a person
 * are.
 */
export const documentIdSchema = wireId('document-id').brand<'DocumentId'>();
export type DocumentId = z.output<typeof documentIdSchema>;
