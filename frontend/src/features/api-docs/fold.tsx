import { type ReactNode, useState } from 'react';

interface Props {
  title: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** What is below is made when it is opened: a description leads on and on. */
export function Fold({ title, className, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {open && children}
    </details>
  );
}
