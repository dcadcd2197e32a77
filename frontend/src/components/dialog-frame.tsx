import { CloseButton, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './dialog-frame.module.css';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The choices, the recommended one last. */
  actions: ReactNode;
  /** Its maximum width, px. */
  width?: number;
}

/** A question that has to be answered before going on. */
export function DialogFrame({ opened, onClose, title, children, actions, width = 720 }: DialogProps) {
  return (
    <Modal.Root opened={opened} onClose={onClose} size={width} centered returnFocus>
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content className={classes.content}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <CloseButton aria-label="Close" onClick={onClose} />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
        <div className={classes.actions}>{actions}</div>
      </Modal.Content>
    </Modal.Root>
  );
}
