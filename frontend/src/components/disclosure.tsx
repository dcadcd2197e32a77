import { type ReactNode, useId } from 'react';

import classes from './disclosure.module.css';
import { ChevronIcon } from './icons';

interface Props {
  title: ReactNode;
  summary?: ReactNode;
  /** Controls beside the title, outside the button. */
  actions?: ReactNode;
  open: boolean;
  onToggle: (open: boolean) => void;
  level: 2 | 3 | 4 | 5;
  children: ReactNode;
}

/** A heading that shows and hides what is below it. */
export function Disclosure({ title, summary, actions, open, onToggle, level, children }: Props) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <div className={classes.root} data-level={level}>
      <div className={classes.bar}>
        <Heading className={classes.heading}>
          <button
            type="button"
            className={classes.button}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => onToggle(!open)}
          >
            <span className={classes.chevron} data-open={open}>
              <ChevronIcon size={12} />
            </span>
            <span className={classes.title}>{title}</span>
            {summary !== undefined && (
              // Remount so that Chrome does not report a layout shift.
              <span key={typeof summary === 'string' ? summary : undefined} className={classes.summary}>
                {summary}
              </span>
            )}
          </button>
        </Heading>
        {actions}
      </div>
      <div id={id} hidden={!open} className={classes.body}>
        {open && children}
      </div>
    </div>
  );
}
