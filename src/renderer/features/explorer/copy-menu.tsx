import { Menu } from '@mantine/core';
import { IconChevronDown, IconCopy } from '@tabler/icons-react';
import { cliOf, curlOf } from '#shared/operations/as-command.ts';
import type { OperationDescription } from '#shared/operations/description.ts';
import { withoutSecrets } from '#shared/operations/without-secrets.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import { useCall } from '../../lib/queries.ts';
import { ButtonMenu } from '../../ui/button-menu.tsx';
import { notify, notifyFailure } from '../../ui/notify.tsx';
import type { RequestValues } from './request-values.ts';

interface CopyMenuProps {
  readonly operation: OperationDescription;
  readonly values: RequestValues;
}

/** The request as a command. The key is a variable of the shell, a password a name in angle brackets. */
export function CopyMenu({ operation, values }: CopyMenuProps) {
  const { t } = useI18n();
  const { data: status } = useCall('agent.status', {});
  const put = (name: string) => `<${name}>`;
  const { value: params } = withoutSecrets(operation.parametersSchema, values.params, put);
  const { value: body } = withoutSecrets(operation.requestSchema, values.body, put);
  const input = { params: params as RequestValues['params'], body };
  const copy = async (text: string) => {
    if (await copyText(text)) notify(t('explorer.copied'));
    else notifyFailure(new Error(t('explorer.notCopied')));
  };
  const addresses = status?.profile
    ? { baseUrl: status.profile.baseUrl, agentsUrl: status.profile.agentsUrl }
    : {};
  return (
    <ButtonMenu
      label={t('explorer.copy')}
      leftSection={<IconCopy size={14} aria-hidden />}
      rightSection={<IconChevronDown size={13} aria-hidden />}
    >
      <Menu.Item onClick={() => void copy(curlOf(operation, input, addresses))}>
        {t('explorer.copyCurl')}
      </Menu.Item>
      <Menu.Item onClick={() => void copy(cliOf(operation, input))}>{t('explorer.copyCli')}</Menu.Item>
    </ButtonMenu>
  );
}
