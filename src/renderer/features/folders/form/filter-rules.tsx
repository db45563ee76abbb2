import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import type { FilterRule } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from '../folders.module.css';
import { movedUp, replaced, without } from '../../../lib/lists.ts';

interface FilterRulesProps {
  readonly rules: readonly FilterRule[];
  readonly onChange: (rules: FilterRule[]) => void;
}

/** The ordered include and exclude rules of a folder. */
export function FilterRules({ rules, onChange }: FilterRulesProps) {
  const { t } = useI18n();
  return (
    <div>
      <p className={classes.label}>{t('form.filters')}</p>
      <p className={classes.hint}>{t('form.filtersHint')}</p>
      {rules.map((rule, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
          <div key={index} className={classes.rule} style={{ marginBottom: 6 }}>
            <Select
              aria-label={t('form.rule.action', { number })}
              allowDeselect={false}
              data={(['include', 'exclude'] as const).map((value) => ({
                value,
                label: t(`form.rule.${value}`),
              }))}
              value={rule.action}
              onChange={(action) =>
                onChange(
                  replaced(rules, index, { ...rule, action: action === 'include' ? 'include' : 'exclude' }),
                )
              }
            />
            <TextInput
              aria-label={t('form.rule.glob', { number })}
              placeholder="drafts/**"
              value={rule.glob}
              required
              spellCheck={false}
              onChange={(event) =>
                onChange(replaced(rules, index, { ...rule, glob: event.currentTarget.value }))
              }
            />
            <ActionIcon
              aria-label={t('form.rule.up', { number })}
              disabled={index === 0}
              onClick={() => onChange(movedUp(rules, index))}
            >
              <IconArrowUp size={15} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('form.rule.remove', { number })}
              onClick={() => onChange(without(rules, index))}
            >
              <IconX size={15} />
            </ActionIcon>
          </div>
        );
      })}
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<IconPlus size={13} />}
        onClick={() => onChange([...rules, { action: 'exclude', glob: '' }])}
      >
        {t('form.addRule')}
      </Button>
    </div>
  );
}
