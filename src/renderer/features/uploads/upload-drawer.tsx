import { Button } from '@mantine/core';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import type { ErrorAction as ErrorActionName } from '#shared/errors/catalog-entry.ts';
import type { Upload } from '#shared/uploads/upload.ts';
import { everyProfile } from '../../lib/every-profile.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { progressEvery, useAction, useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { Answer } from '../../ui/answer.tsx';
import { ErrorAction } from '../../ui/error-action.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { StateBadge } from '../../ui/state-badge.tsx';
import { isExpired } from './is-expired.ts';
import { Timeline } from './timeline.tsx';
import { UploadActions } from './upload-actions.tsx';
import { UploadFacts } from './upload-facts.tsx';
import classes from './uploads.module.css';

/** Remedies with a button of their own. */
const decided: ReadonlySet<ErrorActionName> = new Set([
  'choose',
  'send-again',
  'mend',
  'leave-out',
  'set-key',
  'edit-profile',
  'edit-folder',
]);

/** Everything Sluice knows of one upload: where it stands, why, what to do, and what happened when. */
export function UploadDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { t } = useI18n();
  const show = useCall('uploads.show', { id });
  return (
    <SideDrawer title={show.data?.upload.fileName ?? t('uploads.details')} onClose={onClose}>
      <Answer query={show} waiting={t('common.loading')}>
        {({ upload, events }) => (
          <div className={classes.drawer}>
            <What upload={upload} />
            <Buttons upload={upload} />
            <UploadFacts upload={upload} />
            <div>
              <h3>{t('uploads.timeline')}</h3>
              <Timeline events={events} />
            </div>
          </div>
        )}
      </Answer>
    </SideDrawer>
  );
}

function What({ upload }: { readonly upload: Upload }) {
  const { t } = useI18n();
  const reasons = useReasons();
  const late = useLateBytes(upload);
  const { code, detail, remoteError } = upload;
  const reason = code === null ? undefined : reasons.of(code);
  return (
    <div className={classes.what}>
      <p>
        <StateBadge
          state={upload.state}
          paused={upload.paused}
          isExpired={isExpired(upload)}
          machine={upload.remoteMachine}
        />
      </p>
      {late && <p className="quiet">{t(`uploads.lateBytes.${late}`)}</p>}
      {reason && <p>{reason.happened}</p>}
      {detail !== null && detail !== '' && <p className="quiet">{detail}</p>}
      {remoteError !== null && remoteError !== detail && <p className="quiet">{remoteError}</p>}
      {reason && (
        <p className="quiet">
          {reason.next} {reason.remedy}
        </p>
      )}
    </div>
  );
}

/**
 * An upload that was stopped while it was sent stands still for some seconds when it goes on: bytes may still
 * arrive, and are waited for before anything is sent again. That must not look like a fault.
 */
function useLateBytes({ id, state, paused }: Upload): 'paused' | 'waits' | null {
  const isBetween = state === 'putting' || state === 'verifying';
  const { data: status } = useCall(
    'agent.status',
    {},
    { enabled: isBetween, refetchInterval: () => progressEvery },
  );
  if (!isBetween || status === undefined || status.active.some(({ uploadId }) => uploadId === id))
    return null;
  return paused || status.paused ? 'paused' : 'waits';
}

function Buttons({ upload }: { readonly upload: Upload }) {
  const { t } = useI18n();
  const { data: host } = useCall('host.info', {});
  const showFile = useAction('host.showInFolder');
  const filter = { ...everyProfile, ids: [upload.id] };
  const { code } = upload;
  // A plain retry is among the actions anyway.
  const special = code !== null && isErrorCode(code) && decided.has(errorCatalog[code].action);
  return (
    <div className={classes.buttons}>
      {upload.contentId !== null && (
        <Button component="a" href={href(['documents', upload.contentId])}>
          {t('uploads.openDocument')}
        </Button>
      )}
      {upload.state === 'attention' && special && (
        <ErrorAction code={code} filter={filter} count={1} folderId={upload.folderId} />
      )}
      <UploadActions filter={filter} count={1} only={upload} />
      {host?.canShowInFolder && (
        <Button variant="default" onClick={() => showFile.mutate({ uploadId: upload.id })}>
          {t('uploads.showFile')}
        </Button>
      )}
    </div>
  );
}
