import type { Upload } from '#shared/uploads/upload.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useProfiles } from '../../lib/use-profiles.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { isExpired } from './is-expired.ts';
import classes from './uploads.module.css';

interface CellProps {
  readonly upload: Upload;
}

/** The state, and why where it has a reason. */
export function StateCell({ upload }: CellProps) {
  const reasons = useReasons();
  const { t } = useI18n();
  const { state, paused, remoteMachine: machine } = upload;
  const reason = upload.code === null ? null : reasons.of(upload.code).happened;
  // The state says it already.
  const isSaid = state === 'claiming' && machine !== undefined;
  const whose =
    state === 'duplicate' && machine !== undefined ? t('uploads.sentByMachine', { machine }) : null;
  const why = reason ?? whose;
  return (
    <span className={classes.state} title={why ?? undefined}>
      <StateBadge state={state} paused={paused} isExpired={isExpired(upload)} machine={machine} />
      {why !== null && !isSaid && <span className={classes.reason}>{why}</span>}
    </span>
  );
}

export function SizeCell({ upload }: CellProps) {
  return useI18n().format.size(upload.size);
}

export function TimeCell({ upload }: CellProps) {
  const { format } = useI18n();
  return <span title={format.exactTime(upload.createdAt)}>{format.dateTime(upload.createdAt)}</span>;
}

/** Which service it goes to. */
export function ProfileCell({ upload }: CellProps) {
  return useProfiles().nameOf(upload.profileId);
}
