import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';

import { Disclosure } from './disclosure';
import classes from './folded-section.module.css';

interface Props {
  /** Key under which this browser remembers whether it is open. */
  name: string;
  title: string;
  /** What is in it, in a few words. */
  hint?: string;
  children: ReactNode;
}

/** A part of a page for some readers: closed at first, then as the user left it. */
export function FoldedSection({ name, title, hint, children }: Props) {
  const [open, setOpen] = useFold(name);
  return (
    <section className={classes.section} aria-label={title}>
      <Disclosure title={title} summary={hint} open={open} onToggle={setOpen} level={2}>
        <div className={classes.body}>{children}</div>
      </Disclosure>
    </section>
  );
}

/** Whether a part is open, and what opens it from elsewhere on the page. */
export const useFold = (name: string) =>
  useLocalStorage({ key: `hostwise.open.${name}`, defaultValue: false, getInitialValueInEffect: false });
