/**
 * What the hosts of the pages (the app's main process, the agent's `ui`) have in common; the rooms there
 * import only ports and this one.
 */

export {
  accountOf,
  type End,
  established,
  readSocketTable,
  sharedReader,
  socketTables,
  tableLooks,
} from '#core/local/listeners.ts';
export { isOfUser } from '#core/local/own-way.ts';
export { type AnnotatedFile, annotatedFile } from '#core/public/annotated-file.ts';
export { type Answer, createAnswer, refusal } from '#core/public/answer-calls.ts';
export { createCompletePath } from '#core/public/complete-path.ts';
export { copySamples } from '#core/public/copy-samples.ts';
export { followStatus } from '#core/public/health/follow-status.ts';
export { isPageCall } from '#core/public/is-page-call.ts';
export { createLeave, type Leave } from '#core/public/leave.ts';
export {
  createOriginalPages,
  type OriginalPages,
  originalPageArea,
} from '#core/public/original-pages.ts';
export { readNotices } from '#core/public/read-notices.ts';
export { readPage } from '#core/public/read-page.ts';
export { relayEvents, type SendEvent } from '#core/public/relay-events.ts';
export { rememberLines } from '#core/public/remember-lines.ts';
export { resolveAsset } from '#core/public/resolve-asset.ts';
export { nameToSave, writeFileToSave } from '#core/public/save-file.ts';
export { writeSupportBundle } from '#core/public/support-bundle.ts';
export { type SandboxServer, TrySandbox } from '#core/public/try-sandbox.ts';
export type { Want } from '#core/public/wants-of.ts';
export { childEnvironment, confinedEnvironment } from '#core/threads/child-environment.ts';
