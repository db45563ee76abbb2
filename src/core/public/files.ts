/**
 * The files that every host reads in the same way: those of the data folder, and the policy.
 */
export {
  assertNonePlanted,
  assertNotOfOthers,
  assertNotPlanted,
  isUsedFile,
  makeDataFolder,
  readNotPlanted,
  restoreFolder,
} from '#core/data-folder/private-folder.ts';
export { writeNewFile } from '#core/data-folder/sync.ts';
export { isOfUser, isOwn, isOwnWay } from '#core/local/own-way.ts';
export { withFileLock } from '#core/settings-file/file-lock.ts';
export { machinePolicy, type PolicyPlace, readPolicy } from '#core/settings-file/policy-file.ts';
export { setFileAside } from '#core/settings-file/set-aside.ts';
export { openSettingsFile, type SettingsFile } from '#core/settings-file/settings-file.ts';
