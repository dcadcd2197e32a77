import { useQuery } from '@tanstack/react-query';

import { headlineOf } from '@/api/headline';
import { sampleHeadlineQuery } from '@/api/samples';
import type { SampleSummary, Summary } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatMoneyShort, formatLife, formatValue } from '@/lib/format';
import { markerAt } from '@/lib/markers';

import { SampleList } from './sample-list';
import classes from './samples.module.css';

/** Plans of today to start from, each with a picture of its candidates. */
export function CaseList({ samples }: { samples: readonly SampleSummary[] }) {
  return (
    <SampleList samples={samples}>
      {({ key, title, summary }) => (
        <>
          <p className={classes.summary}>{summary}</p>
          <Candidates sample={key} title={title} />
        </>
      )}
    </SampleList>
  );
}

function Candidates({ sample, title }: { sample: string; title: string }) {
  const { data } = useQuery(sampleHeadlineQuery(sample));
  return <div className={classes.candidates}>{data && <Lines of={data} title={title} />}</div>;
}

function Lines({ of, title }: { of: Summary; title: string }) {
  const lines = of.configurations.map((each) => ({ ...each, headline: headlineOf(each) }));
  const most = Math.max(0, ...lines.map(({ headline }) => headline?.cost.value ?? 0));
  return (
    <table aria-label={`Candidates of ${title}`}>
      <thead>
        <tr>
          <th scope="col">Candidate</th>
          <th scope="col">Hosts</th>
          <th scope="col">Cost, {of.currency}</th>
          <th scope="col">Flash life</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, headline }, index) => (
          <tr key={key}>
            <th scope="row">
              <span className={classes.name}>
                <Marker index={index} size={10} />
                {name}
              </span>
            </th>
            <td>{headline && formatValue(headline.hosts, 'count', '', '').text}</td>
            <td>
              {headline?.cost.value != null && (
                <span className={classes.cost}>
                  <span className={classes.track} aria-hidden="true">
                    <span
                      style={{
                        width: `${String((100 * headline.cost.value) / most)}%`,
                        background: markerAt(index).colour,
                      }}
                    />
                  </span>
                  {formatMoneyShort(headline.cost.value)}
                </span>
              )}
            </td>
            <td>{headline?.life.value != null ? formatLife(headline.life.value) : '\u2013'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
