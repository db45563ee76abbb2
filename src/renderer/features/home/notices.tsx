import { Alert, Button } from '@mantine/core';
import type { AgentStatus } from '#shared/bridge/agent.ts';
import { type Finding, findingKey } from '#shared/bridge/health.ts';
import { errorCatalog, isErrorCode } from '#shared/errors/catalog.ts';
import { failedSteps } from '#shared/uploads/bulk-commands.ts';
import { folderName } from '../../lib/folder-name.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useReasons } from '../../lib/i18n/use-reasons.ts';
import { useSpoken } from '../../lib/i18n/use-spoken.ts';
import { useCall } from '../../lib/queries.ts';
import { href } from '../../lib/route.ts';
import { ErrorAction } from '../../ui/error-action.tsx';

const colours: Readonly<Record<Finding['level'], string>> = {
  trouble: 'red',
  held: 'orange',
  attention: 'orange',
  note: 'sluice',
};

/** Everything that is not as it should be, the worst first, each with what helps. */
export function Notices({ status }: { readonly status: AgentStatus }) {
  return status.health.findings.map((finding) => <Notice key={findingKey(finding)} finding={finding} />);
}

function Notice({ finding }: { readonly finding: Finding }) {
  const { t, format, language } = useI18n();
  const reasons = useReasons();
  const spoken = useSpoken();
  const name = useNameOf(finding);
  const { about, code, said, message, since, until, level } = finding;
  const isInCatalog = code !== null && isErrorCode(code) && said.code === code;
  const text = !isInCatalog || language === 'en' ? spoken(said, message) : reasons.of(code).happened;
  const { next, remedy } = isInCatalog ? reasons.of(code) : { next: '', remedy: '' };
  return (
    <Alert
      // What somebody of the team decided looks here as it does on the page Team.
      color={about === 'team' && level === 'note' ? 'orange' : colours[level]}
      variant="light"
      title={isInCatalog ? [name, text].filter(Boolean).join(': ') : name}
    >
      {!isInCatalog && text} {next} {remedy}
      {since !== null && (
        <span className="quiet"> {t('health.since', { when: format.dateTime(since) })}</span>
      )}
      {until !== undefined && (
        <span className="quiet"> {t('health.until', { when: format.dateTime(until) })}</span>
      )}
      <Help finding={finding} />
    </Alert>
  );
}

function Help({ finding: { code, said, profileId, folderId } }: { readonly finding: Finding }) {
  const { t } = useI18n();
  if (code !== null && failedSteps.some((step) => step === code))
    return (
      <ErrorAction
        code={code}
        count={Number(said.values.count)}
        filter={{ profileId, code, ...(folderId !== null && { folderId }) }}
      />
    );
  const action = code !== null && isErrorCode(code) ? errorCatalog[code].action : 'none';
  const to =
    folderId !== null
      ? ({ label: 'action.edit-folder', href: href(['folders', folderId]) } as const)
      : action === 'set-key'
        ? ({ label: 'action.set-key', href: href(['settings', 'key']) } as const)
        : action === 'edit-profile'
          ? ({ label: 'action.edit-profile', href: href(['settings', 'profiles']) } as const)
          : undefined;
  if (!to) return null;
  return (
    <Button component="a" href={to.href} variant="default" size="compact-xs" ml="sm">
      {t(to.label)}
    </Button>
  );
}

/** The folder it is about or, where there are several, the profile. */
function useNameOf({ folderId, profileId }: Finding): string | undefined {
  const folders = useCall('folders.list', {}).data ?? [];
  const profiles = useCall('settings.get', {}).data?.settings.profiles ?? [];
  const folder = folders.find((one) => one.folder.id === folderId)?.folder;
  if (folder) return folderName(folder);
  return profiles.length > 1 ? profiles.find(({ id }) => id === profileId)?.name : undefined;
}
