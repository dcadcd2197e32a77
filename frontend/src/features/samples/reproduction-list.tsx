import type { SampleSummary } from '@/api/types';

import { SampleList } from './sample-list';
import classes from './samples.module.css';

/** The sample plans that reproduce published studies: what each prints, and where it needs correcting. */
export function ReproductionList({ samples }: { samples: readonly SampleSummary[] }) {
  return (
    <SampleList samples={samples}>
      {({ summary, reproduces, errs, source }) => (
        <>
          <p>{summary}</p>
          <Points title="Reproduces" points={reproduces} />
          <Points title="Corrections" points={errs} />
          <p className="soft small">Source: {source}</p>
        </>
      )}
    </SampleList>
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
