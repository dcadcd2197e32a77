import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { SampleSummary } from '@/api/types';

import classes from './samples.module.css';

interface Props {
  samples: readonly SampleSummary[];
  /** What stands below the title of each. */
  children: (sample: SampleSummary) => ReactNode;
}

/** Samples by their titles, which open them. */
export function SampleList({ samples, children }: Props) {
  return (
    <ul className={classes.list}>
      {samples.map((sample) => (
        <li key={sample.key} className={classes.sample}>
          <h3>
            <Link to="/samples/$key" params={{ key: sample.key }}>
              {sample.title}
            </Link>
          </h3>
          {children(sample)}
        </li>
      ))}
    </ul>
  );
}
