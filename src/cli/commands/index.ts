import type { Command } from 'commander';
import type { Host } from '../host.ts';

/**
 * Gives a command its options, arguments, action and commands of its own. `loadAll` gives all others theirs.
 */
type Declare = (command: Command, host: Host, loadAll: () => Promise<void>) => void;
/** A command as the list of the help shows it, and what loads the rest of it. */
type Listed = readonly [name: string, description: string, load: () => Promise<Declare>];

/** The headings of the help, each from the command on that it is named for. */
const headings: Readonly<Record<string, string>> = {
  demo: 'First steps:',
  folders: 'Getting documents in:',
  documents: 'Reading, searching, citing:',
  profiles: 'Set-up:',
  ledger: 'Looking after it:',
};

/** Every command, in the order of the help. */
const listed: readonly Listed[] = [
  [
    'demo',
    'watch sample documents go into a local service and come back annotated',
    async () => (await import('./demo.ts')).declareDemo,
  ],
  [
    'sandbox',
    'run a local content service, to try Sluice out (--help shows its options)',
    async () => (await import('./sandbox.ts')).declareSandbox,
  ],
  [
    'ui',
    'run the agent and serve its pages to a browser on this machine',
    async () => (await import('./ui.ts')).declareUi,
  ],
  [
    'folders',
    'watch folders: what is put there is uploaded',
    async () => (await import('./folders.ts')).declareFolders,
  ],
  [
    'watch',
    'run the agent: watch the folders and upload, until SIGTERM or Ctrl+C',
    async () => (await import('./watch.ts')).declareWatch,
  ],
  [
    'upload',
    'upload files, and folders with all in them',
    async () => (await import('./upload.ts')).declareUpload,
  ],
  [
    'status',
    'what is in, what is under way and what needs you',
    async () => (await import('./status.ts')).declareStatus,
  ],
  [
    'retry',
    'try again at once what failed or waits: everything, or what is named',
    async () => (await import('./retry.ts')).declareRetry,
  ],
  [
    'pause',
    'stop uploading until `sluice resume`; files are still noticed',
    async () => (await import('./pause.ts')).declarePause,
  ],
  ['resume', 'go on after `sluice pause`', async () => (await import('./pause.ts')).declareResume],
  [
    'uploads',
    'the queue and the history of uploads',
    async () => (await import('./uploads.ts')).declareUploads,
  ],
  ['documents', 'documents at the service', async () => (await import('./documents.ts')).declareDocuments],
  [
    'notes',
    'passages you marked, and what you noted about them; on this machine only',
    async () => (await import('./notes.ts')).declareNotes,
  ],
  [
    'cite',
    'citations of documents: whether they are right, and what a link shows',
    async () => (await import('./cite.ts')).declareCite,
  ],
  ['tags', 'tags of the service', async () => (await import('./tags.ts')).declareTags],
  [
    'connectors',
    'sources that the service collects from by itself',
    async () => (await import('./connectors.ts')).declareConnectors,
  ],
  [
    'search',
    'search your files at the service; each search uses some of your search quota',
    async () => (await import('./search.ts')).declareSearch,
  ],
  [
    'quotas',
    'show usage and limits of the subscription',
    async () => (await import('./quotas.ts')).declareQuotas,
  ],
  [
    'executions',
    'list your stored runs of workflows, newest first',
    async () => (await import('./executions.ts')).declareExecutions,
  ],
  ['call', 'call any operation of the service', async () => (await import('./call.ts')).declareCall],
  [
    'profiles',
    'connections to content services',
    async () => (await import('./profiles.ts')).declareProfiles,
  ],
  [
    'apply',
    'bring profiles, watch folders and limits to what a configuration file says',
    async () => (await import('./apply.ts')).declareApply,
  ],
  [
    'validate',
    'check a configuration file, offline',
    async () => (await import('./validate.ts')).declareValidate,
  ],
  [
    'export-config',
    'print the settings as a configuration file',
    async () => (await import('./export-config.ts')).declareExportConfig,
  ],
  [
    'network',
    'by which proxy services are reached, its login, and certificates',
    async () => (await import('./network.ts')).declareNetwork,
  ],
  [
    'team',
    'share one subscription between several machines, by a PostgreSQL database',
    async () => (await import('./team.ts')).declareTeam,
  ],
  ['key', 'the API key of a profile', async () => (await import('./key.ts')).declareKey],
  [
    'environment',
    'show the variables that stand for options, and which are set',
    async () => (await import('./environment.ts')).declareEnvironment,
  ],
  [
    'ledger',
    'what Sluice remembers of a service, and when that is not to be relied on',
    async () => (await import('./ledger.ts')).declareLedger,
  ],
  [
    'backup',
    'write ledger, settings and notes to a file, also while the agent runs',
    async () => (await import('./backup.ts')).declareBackup,
  ],
  [
    'restore',
    'put a backup into the data folder; what is there is kept',
    async () => (await import('./backup.ts')).declareRestore,
  ],
  [
    'rollback',
    'after an upgrade: back to the ledger from before it',
    async () => (await import('./backup.ts')).declareRollback,
  ],
  [
    'doctor',
    'check service, key, permissions, folders, watch limits, disk and ledger',
    async () => (await import('./doctor.ts')).declareDoctor,
  ],
  [
    'completion',
    'print what a shell reads to complete commands and options',
    async () => (await import('./completion.ts')).declareCompletion,
  ],
  [
    'help',
    'show the help of a command, or what exit codes mean: `sluice help exit-codes`',
    async () => (await import('./help.ts')).declareHelp,
  ],
];

/**
 * Lists every command, and loads what one takes and does when it is chosen: a start loads a fifth of what all
 * of them import.
 *
 * @returns loads the rest of them all, for the help that shows what each takes
 */
export function addCommands(program: Command, host: Host): () => Promise<void> {
  const loads = new Map<Command, () => Promise<void>>();
  for (const [name, description, load] of listed) {
    const heading = headings[name];
    if (heading !== undefined) program.commandsGroup(heading);
    const command = program.command(name).description(description);
    loads.set(command, async () => {
      loads.delete(command);
      (await load())(command, host, loadAll);
      // Its help tells of the options of all others.
      if (name === 'environment') await loadAll();
    });
  }
  program.hook('preSubcommand', (_program, chosen) => loads.get(chosen)?.());
  async function loadAll(): Promise<void> {
    await Promise.all([...loads.values()].map((load) => load()));
  }
  return loadAll;
}
