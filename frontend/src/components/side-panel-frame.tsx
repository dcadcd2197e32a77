import { CloseButton, Drawer } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

import classes from './side-panel-frame.module.css';

export interface SidePanelProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  side: 'left' | 'right';
  size: number;
  children: ReactNode;
}

/** A panel over the page: it takes the focus, closes with Escape, and gives the focus back. */
export function SidePanelFrame({ opened, onClose, title, side, size, children }: SidePanelProps) {
  const content = useRef<HTMLDivElement>(null);
  // Escape is heard by all that is open: a dialog over the panel closes alone.
  const closeUnlessCovered = () => {
    const inside = document.activeElement?.closest('[role="dialog"]');
    if (!inside || inside === content.current || inside.contains(content.current)) onClose();
  };
  return (
    <Drawer.Root opened={opened} onClose={closeUnlessCovered} position={side} size={size} returnFocus>
      <Drawer.Overlay backgroundOpacity={0.2} />
      <Drawer.Content ref={content}>
        <div className={classes.head}>
          <Drawer.Title className={classes.title}>{title}</Drawer.Title>
          <CloseButton aria-label="Close" onClick={onClose} />
        </div>
        <Drawer.Body className={classes.body}>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
