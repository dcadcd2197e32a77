import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

import classes from './header-button.module.css';

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  icon: ReactNode;
  children: string;
}

/** A button of the bar on top; where there is no room, its icon alone. */
export function HeaderButton({ icon, children, ...rest }: Props) {
  return (
    <Button
      {...rest}
      leftSection={icon}
      classNames={{ root: classes.root, section: classes.icon, label: classes.word }}
    >
      {children}
    </Button>
  );
}
