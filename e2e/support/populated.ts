import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { RunningAgent } from './running-agent.ts';
import { connectAgent } from './connect-profile.ts';
import type { Place } from './place.ts';
import { projectRoot } from './project-root.ts';
import type { Sandbox } from './sandbox.ts';
import { SluicePages } from './sluice-pages.ts';

/** Pages with something on them, and the ids of it. */
export interface Populated {
  readonly sluice: SluicePages;
  readonly page: Page;
  readonly place: Place;
  readonly agent: RunningAgent;
  readonly sandbox: Sandbox;
  /** A watch folder with documents, files that are left out and one that failed. */
  readonly folderId: string;
  /** An upload that is searchable, and its document. */
  readonly uploadId: number;
  readonly contentId: string;
  /** A connector that collects mail. */
  readonly connectorId: string;
  /** An upload that needs a person. */
  readonly failedId: number;
}

/**
 * A team's folder in mid-work: the sample documents, some files that no service takes, a few added by hand.
 */
export async function populate(
  page: Page,
  parts: Pick<Populated, 'place' | 'agent' | 'sandbox'>,
): Promise<Populated> {
  const { place, agent, sandbox } = parts;
  const sluice = new SluicePages(page, agent);
  const profileId = await connectAgent(agent, sandbox);
  await sluice.enter();
  const samples = join(projectRoot, 'resources/samples');
  const research = place.folder('Research/Broker notes');
  const filings = place.folder('Research/Company updates');
  cpSync(join(samples, 'broker-research'), research, { recursive: true });
  cpSync(join(samples, 'company-updates'), filings, { recursive: true });
  writeFileSync(join(research, '~$cloud-spending-note.docx'), 'a lock of an office program');
  writeFileSync(join(research, 'notes.tmp'), 'temporary');
  writeFileSync(join(research, 'scan-without-text.pdf'), 'this is no PDF');
  const byHand = place.file('Desktop/orrin-visit-notes.txt', 'Orrin Semiconductor expects sales to grow.\n');

  const tags = await Promise.all(
    ['broker', 'semiconductors', 'payments'].map((name) => sluice.value('tags.create', { name })),
  );
  const common = { profileId, settleSeconds: 0.1 };
  const folder = { ...common, path: research, label: 'Broker notes', tags: [tags[0]?.id ?? ''] };
  const { id: folderId } = await sluice.value('folders.add', { folder });
  const { id: other } = await sluice.value('folders.add', {
    folder: { ...common, path: filings, label: 'Company updates', firstRun: 'choose' },
  });
  const connector = await sluice.value('connectors.create', {
    type: 'email',
    label: 'Sell-side mail',
    description: 'Morning notes of the brokers, forwarded by everybody in the team.',
    allowedEmails: ['notes@halden-brokers.example', 'desk@vela-research.example'],
  });
  await sluice.value('uploads.add', { paths: [byHand], options: { tags: [tags[1]?.id ?? ''] } });
  await sluice.expectUploads('completed', 8);
  await sluice.expectUploads('attention', 1);
  await expect
    .poll(async () => {
      const folders = await sluice.value('folders.list', {});
      return folders.find((one) => one.folder.id === other)?.coverage.attention;
    })
    .toBe(8);
  const find = async (search: string) => {
    const { rows } = await sluice.value('uploads.list', { filter: { search } });
    return rows[0] as (typeof rows)[number];
  };
  const done = await find('semiconductor-outlook');
  const failed = await find('scan-without-text');
  return {
    ...parts,
    sluice,
    page,
    folderId,
    uploadId: done.id,
    contentId: done.contentId ?? '',
    failedId: failed.id,
    connectorId: connector.connector_id,
  };
}
