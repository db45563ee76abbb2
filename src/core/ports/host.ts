/** What the hosts of the pages (the app's main process, the agent's `ui`) have in common; the rooms there import only ports. */
export { type AnnotatedFile, annotatedFile } from '#core/host/annotated-file.ts';
export { type Answer, createAnswer, refusal } from '#core/host/answer-calls.ts';
export { childEnvironment } from '#core/host/child-environment.ts';
export { isPageCall } from '#core/host/is-page-call.ts';
export { createLeave, type Leave } from '#core/host/leave.ts';
export type { Want } from '#core/host/wants-of.ts';
export { createCompletePath } from '#core/host/complete-path.ts';
export { copySamples } from '#core/host/copy-samples.ts';
export { readPage } from '#core/host/read-page.ts';
export { relayEvents, type SendEvent } from '#core/host/relay-events.ts';
export { rememberLines } from '#core/host/remember-lines.ts';
export { resolveAsset } from '#core/host/resolve-asset.ts';
export { writeSupportBundle } from '#core/host/support-bundle.ts';
export { nameToSave, writeFileToSave } from '#core/host/save-file.ts';
export { type SandboxServer, sandboxProfileId, TrySandbox } from '#core/host/try-sandbox.ts';
