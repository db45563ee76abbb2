import { Button, type ButtonProps, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

interface ButtonMenuProps extends Pick<ButtonProps, 'disabled' | 'leftSection' | 'loading' | 'rightSection'> {
  readonly label: string;
  readonly width?: number;
  /** What is to be chosen from, `Menu.Item`s. */
  readonly children: ReactNode;
}

/** A button that opens a menu. */
export function ButtonMenu({ label, width, children, ...button }: ButtonMenuProps) {
  return (
    <Menu position="bottom-end" {...(width !== undefined && { width })}>
      <Menu.Target>
        <Button variant="default" {...button}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
