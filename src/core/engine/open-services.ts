import { join } from 'node:path';
import type { Profile } from '#shared/settings/profile.ts';
import { AcrossWork } from '../across/across-work.ts';
import { ConnectorFollower } from '../connectors/connector-follower.ts';
import { DocumentWork } from '../documents/document-work.ts';
import { Originals } from '../original/originals.ts';
import { NoteWork } from '../notes/note-work.ts';
import type { Budget } from '../service/budget.ts';
import { createNetwork } from '../service/network/network.ts';
import { createReporter } from '../service/send-report.ts';
import { createProfileService, type ProfileService } from '../service/profile-service.ts';
import type { CoreContext, ServiceContext } from './core-context.ts';
import type { CoreDependencies } from './core-dependencies.ts';

export interface OpenServices {
  readonly context: ServiceContext;
  readonly budgetOf: (profile: Profile) => Budget | undefined;
  /** To be called when core stops, the last first. */
  readonly stops: readonly (() => unknown)[];
}

/** What speaks to services, beside the engines that send. Nothing is asked yet. */
export function openServices(
  base: CoreContext,
  { tuning, network: port, startProgram }: CoreDependencies,
): OpenServices {
  const { dataDirectory, settings, ledger, clock, logger, engines, emit } = base;
  const services = new Map<string, { text: string; service: ProfileService }>();
  const profiles = () => settings.get().profiles;
  const network = createNetwork({
    port: port ?? { variables: process.env },
    settings: () => settings.get().network,
    secrets: base.secrets,
    clock,
    logger,
    readSystem: tuning?.readSystemCertificates,
    certificatesWithinMs: tuning?.certificatesWithinMs,
  });

  const reports = network.connections();

  function serviceOf(profile: Profile): ProfileService {
    const text = JSON.stringify(profile);
    const known = services.get(profile.id);
    if (known?.text === text) return known.service;
    // Its probes would go on asking the address of before.
    known?.service.governor.stop();
    const service = createProfileService(profile, {
      ...base,
      network,
      policy: settings.policy,
      cacheDirectory: join(dataDirectory, 'cache', profile.id),
      ...(tuning ? { tuning } : {}),
    });
    services.set(profile.id, { text, service });
    return service;
  }

  const follower = new ConnectorFollower({
    ledger,
    clock,
    logger,
    profiles,
    serviceOf,
    onChange: (connectorId, ended) => emit('connectors.changed', { connectorId, ended }),
    onRemoved: (profileId, connectorId, how) => {
      ledger.documents.endRemoving(profileId, connectorId, how);
      emit('documents.changed', {});
    },
  });
  const documents = new DocumentWork({
    ledger,
    clock,
    logger,
    profiles,
    serviceOf,
    onChange: () => {
      emit('documents.changed', {});
      notes.wake();
    },
    onJob: (jobId) => emit('jobs.changed', { jobId }),
    onRetried: () => {
      for (const one of engines.values()) one.wake(true);
      emit('uploads.changed', { ids: [] });
    },
  });
  const across = new AcrossWork({
    ledger,
    clock,
    // As it is now: its address or limits may have been changed since.
    linksOf: (profile) => serviceOf(profiles().find(({ id }) => id === profile.id) ?? profile).links,
    onChange: (gatheringId) => emit('across.changed', { gatheringId }),
  });
  const originals = new Originals({
    ledger,
    gate: base.gate,
    start: startProgram,
    folderOf: (folderId) => settings.get().folders.find(({ id }) => id === folderId),
  });
  const notes = new NoteWork({
    ledger,
    clock,
    logger,
    profiles,
    linksOf: (profile) => serviceOf(profiles().find(({ id }) => id === profile.id) ?? profile).links,
    onChange: (contentIds) => emit('notes.changed', { contentIds: [...contentIds] }),
    onDamagedCopy: (path) => {
      base.notice('NOTES_DAMAGED', path);
      base.touchHealth(true);
    },
  });
  let networkBefore = JSON.stringify(settings.get().network);
  const stopListening = settings.onChange(({ network: given }) => {
    const now = JSON.stringify(given);
    if (now !== networkBefore) network.changed();
    networkBefore = now;
  });
  const closeServices = () => {
    stopListening();
    for (const { service } of services.values()) {
      service.governor.stop();
      service.client.close();
    }
    reports.close();
    network.stop();
  };
  return {
    context: {
      ...base,
      serviceOf,
      network,
      report: createReporter(reports),
      follower,
      documents,
      across,
      originals,
      notes,
    },
    budgetOf: ({ id }) => services.get(id)?.service.client.budget,
    stops: [
      closeServices,
      () => documents.stop(),
      () => across.stop(),
      () => originals.stop(),
      () => notes.stop(),
    ],
  };
}
