import { NativeSelect, Radio, TextInput } from '@mantine/core';
import { choicesOf } from '#shared/settings/fields.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import { useHasTeam } from '../../../lib/use-has-team.ts';
import { useProfiles } from '../../../lib/use-profiles.ts';
import fields from '../../../ui/fields.module.css';
import { PathField } from '../../../ui/path-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { SectionFields } from '../../../ui/section-fields.tsx';
import type { FormPartProps } from './parts.ts';

const firstRuns = choicesOf('firstRun');

/** Which folder, its name, and what becomes of the files that are there already. */
export function FolderFields({ folder, change, isNew }: FormPartProps & { readonly isNew: boolean }) {
  const { t } = useI18n();
  const profiles = useProfiles();
  const hasTeam = useHasTeam(folder.profileId);
  return (
    <Section title={t('form.what')}>
      <div className={fields.fields}>
        <SectionFields
          section="folder"
          value={folder}
          onChange={change}
          rows={[['path'], ['label'], ['sharedAs']]}
          own={{
            path: <PathField value={folder.path} onChange={(path) => change({ path })} autoFocus={isNew} />,
            sharedAs: (hasTeam || folder.sharedAs !== null) && (
              <TextInput
                label={t('form.sharedAs')}
                description={t('form.sharedAsHint')}
                value={folder.sharedAs ?? ''}
                maxLength={100}
                onChange={(event) => change({ sharedAs: event.currentTarget.value || null })}
              />
            ),
            profileId:
              isNew && profiles.isSeveral ? (
                <NativeSelect
                  label={t('form.goesTo')}
                  description={t('form.goesToHint')}
                  value={folder.profileId}
                  onChange={({ currentTarget }) => {
                    const chosen = profiles.all.find(({ id }) => id === currentTarget.value);
                    if (chosen) change({ profileId: chosen.id });
                  }}
                  data={profiles.all.map(({ id, name }) => ({ value: id, label: name }))}
                />
              ) : (
                <p className="quiet">{t('folders.goesTo', { name: profiles.nameOf(folder.profileId) })}</p>
              ),
            firstRun: isNew && (
              <Radio.Group
                label={t('form.firstRun')}
                size="xs"
                value={folder.firstRun}
                onChange={(chosen) => {
                  const firstRun = firstRuns.find((one) => one === chosen);
                  if (firstRun) change({ firstRun });
                }}
              >
                <div className={fields.buttons} style={{ gap: 20, paddingTop: 6 }}>
                  {firstRuns.map((one) => (
                    <Radio key={one} value={one} label={t(`form.firstRun.${one}`)} />
                  ))}
                </div>
              </Radio.Group>
            ),
          }}
        />
      </div>
    </Section>
  );
}
