import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useI18n } from '../lib/i18n/i18n-context.tsx';

interface SideDrawerProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details beside a list, over the page. */
export function SideDrawer({ title, onClose, children }: SideDrawerProps) {
  const { t } = useI18n();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={470}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Drawer>
  );
}
