import { Button, Tooltip } from '@mantine/core';
import { IconBraces, IconChartDots, IconFile, IconFileText } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useI18n } from '../../lib/i18n/i18n-context.tsx';
import classes from './annotated.module.css';
import { paneKeys } from './pane-names.ts';
import type { Panes } from './use-panes.ts';

const icons = { text: IconFileText, original: IconFile, analytics: IconChartDots, tree: IconBraces };

/** Which panes are in sight: a button each, or tabs where there is room for one only. */
export function PaneSwitch({ panes }: { readonly panes: Panes }) {
  const { t } = useI18n();
  const { isSingle, there, inSight, bring, toggle } = panes;
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const at = there.findIndex((name) => inSight.includes(name));
    const index = (at + by + there.length) % there.length;
    const name = there[index];
    if (isSingle && name !== undefined) bring(name);
    event.currentTarget
      .querySelectorAll('button')
      .item(isSingle ? index : -1)
      ?.focus();
  }
  const label = t('panes.show');
  const roles = isSingle
    ? ({ role: 'tablist', 'aria-label': label, onKeyDown } as const)
    : ({ role: 'toolbar', 'aria-label': label } as const);
  return (
    <div className={classes.toggles} {...roles}>
      {there.map((name, index) => {
        const Icon = icons[name];
        const isShown = inSight.includes(name);
        const keys = [index + 1, paneKeys[name]].filter((key) => key !== undefined).join(', ');
        return (
          <Tooltip key={name} label={t('panes.withKeys', { name: t(`panes.${name}`), keys })}>
            <Button
              id={`pane-switch-${name}`}
              variant={isShown ? 'light' : 'default'}
              leftSection={<Icon size={14} aria-hidden />}
              {...(isSingle
                ? {
                    role: 'tab',
                    'aria-selected': isShown,
                    'aria-controls': isShown ? `pane-${name}` : undefined,
                    tabIndex: isShown ? 0 : -1,
                    onClick: () => bring(name),
                  }
                : { 'aria-pressed': isShown, onClick: () => toggle(name) })}
            >
              {t(`panes.${name}`)}
            </Button>
          </Tooltip>
        );
      })}
    </div>
  );
}
