import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { errorText, needsToken } from '@/api/client';
import type { SampleSummary } from '@/api/types';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';

import { samplesQuery } from './queries';
import classes from './start-page.module.css';

/** The sample plans: what each shows or reproduces, and what it leaves out or where its source errs. */
export function SampleList() {
  const { data, error } = useQuery(samplesQuery);
  if (needsToken(error)) return null;
  return (
    <Section
      title="Samples"
      hint="Cases with parts and prices of today, and published studies computed again; change anything and save a copy"
    >
      {error && <Notice tone="error">{errorText(error)}</Notice>}
      <ul className={classes.samples}>
        {data?.map((sample) => (
          <SampleCard key={sample.key} sample={sample} />
        ))}
      </ul>
    </Section>
  );
}

function SampleCard({ sample }: { sample: SampleSummary }) {
  const isCase = sample.kind === 'case';
  return (
    <li className={classes.sample}>
      <h3>
        <Link to="/samples/$key" params={{ key: sample.key }}>
          {sample.title}
        </Link>
      </h3>
      <p>{sample.summary}</p>
      {sample.reproduces.length > 0 && (
        <details>
          <summary>
            {isCase ? 'Shows' : 'Reproduces'} ({sample.reproduces.length})
          </summary>
          <ul className={classes.points}>
            {sample.reproduces.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
      {sample.errs.length > 0 && (
        <details>
          <summary>
            {isCase ? 'Limits' : 'Corrections'} ({sample.errs.length})
          </summary>
          <ul className={classes.points}>
            {sample.errs.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
      <p className="soft small">Source: {sample.source}</p>
    </li>
  );
}
