import { Link } from '@tanstack/react-router';

import type { SampleSummary } from '@/api/types';

import classes from './samples.module.css';

/** The sample plans that reproduce published studies: what each prints, and where it needs correcting. */
export function ReproductionList({ samples }: { samples: readonly SampleSummary[] }) {
  return (
    <ul className={classes.list}>
      {samples.map((sample) => (
        <li key={sample.key} className={classes.sample}>
          <h3>
            <Link to="/samples/$key" params={{ key: sample.key }}>
              {sample.title}
            </Link>
          </h3>
          <p>{sample.summary}</p>
          <Points title="Reproduces" points={sample.reproduces} />
          <Points title="Corrections" points={sample.errs} />
          <p className="soft small">Source: {sample.source}</p>
        </li>
      ))}
    </ul>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({points.length})
      </summary>
      <ul className={classes.points}>
        {points.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </details>
  );
}
