import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { WatchFolder } from '#shared/settings/watch-folder.ts';
import { useI18n } from '../../../lib/i18n/i18n-context.tsx';
import classes from '../folders.module.css';
import { replaced, without } from '../../../lib/lists.ts';

interface TagRulesProps {
  readonly rules: WatchFolder['tagRules'];
  readonly onChange: (rules: WatchFolder['tagRules']) => void;
}

/** Whether a text is a regular expression; empty ones are still being typed. */
function isExpression(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Tags made from the path of a file (W17). */
export function TagRules({ rules, onChange }: TagRulesProps) {
  const { t } = useI18n();
  return (
    <div>
      <p className={classes.label}>{t('form.tagRules')}</p>
      <p className={classes.hint}>{t('form.tagRulesHint')}</p>
      {rules.map((rule, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
          <div key={index} className={classes.tagRule} style={{ marginBottom: 6 }}>
            <TextInput
              aria-label={t('form.tagRule.pattern', { number })}
              placeholder="^(?<year>\d{4})/"
              value={rule.pattern}
              required
              spellCheck={false}
              error={!isExpression(rule.pattern)}
              onChange={(event) =>
                onChange(replaced(rules, index, { ...rule, pattern: event.currentTarget.value }))
              }
            />
            <TextInput
              aria-label={t('form.tagRule.tag', { number })}
              placeholder="year-$<year>"
              value={rule.tag}
              required
              spellCheck={false}
              onChange={(event) =>
                onChange(replaced(rules, index, { ...rule, tag: event.currentTarget.value }))
              }
            />
            <ActionIcon
              aria-label={t('form.tagRule.remove', { number })}
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
        onClick={() => onChange([...rules, { pattern: '', tag: '' }])}
      >
        {t('form.addTagRule')}
      </Button>
    </div>
  );
}
