import type { Command } from 'commander';
import type { Host } from '../host.ts';
import { addCallCommand } from './call.ts';
import { addConnectorsCommands } from './connectors.ts';
import { addDemoCommand } from './demo.ts';
import { addDoctorCommand } from './doctor.ts';
import { addDocumentsCommands } from './documents.ts';
import { addExecutionsCommand } from './executions.ts';
import { addFoldersCommands } from './folders.ts';
import { addKeyCommands } from './key.ts';
import { addLedgerCommands } from './ledger.ts';
import { addPauseCommands } from './pause.ts';
import { addProfilesCommands } from './profiles.ts';
import { addQuotasCommand } from './quotas.ts';
import { addRetryCommand } from './retry.ts';
import { addSandboxCommand } from './sandbox.ts';
import { addSearchCommand } from './search.ts';
import { addStatusCommand } from './status.ts';
import { addTagsCommands } from './tags.ts';
import { addUiCommand } from './ui.ts';
import { addUploadCommand } from './upload.ts';
import { addUploadsCommands } from './uploads.ts';
import { addWatchCommand } from './watch.ts';

/** Every command, in the order of the help: first steps, daily work, set-up. */
export const commands: readonly ((program: Command, host: Host) => void)[] = [
  addDemoCommand,
  addSandboxCommand,
  addUiCommand,
  addFoldersCommands,
  addWatchCommand,
  addUploadCommand,
  addStatusCommand,
  addRetryCommand,
  addPauseCommands,
  addUploadsCommands,
  addDocumentsCommands,
  addTagsCommands,
  addConnectorsCommands,
  addSearchCommand,
  addQuotasCommand,
  addExecutionsCommand,
  addCallCommand,
  addProfilesCommands,
  addKeyCommands,
  addLedgerCommands,
  addDoctorCommand,
];
