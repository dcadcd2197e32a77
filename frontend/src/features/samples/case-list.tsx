import type { Decision, DecisionRow, SampleSummary } from '@/api/types';
import { ListedFigure } from '@/components/listed-figure';
import { Marker } from '@/components/marker';
import { sentenceText } from '@/components/sentence';
import { VerdictLabel } from '@/components/verdict-label';
import { markerAt } from '@/lib/markers';

import { SampleList } from './sample-list';
import classes from './samples.module.css';

/** Plans of today to start from, each with its verdict and a picture of its candidates. */
export function CaseList({ samples }: { samples: readonly SampleSummary[] }) {
  return (
    <SampleList samples={samples}>
      {({ key, title, summary, decision }) => (
        <>
          <p className={classes.summary}>{summary}</p>
          {decision && (
            <>
              <p className={classes.verdict}>
                <VerdictLabel of={decision} /> {sentenceText(decision.sentence.text.parts)}
              </p>
              <Candidates sample={key} title={title} decision={decision} />
            </>
          )}
        </>
      )}
    </SampleList>
  );
}

interface Props {
  sample: string;
  title: string;
  decision: Decision;
}

function Candidates({ sample, title, decision }: Props) {
  const { rows, currency, advised } = decision;
  const most = Math.max(...rows.map((row) => row.cost?.value ?? 0));
  const hasFlash = rows.some((row) => row.life);
  return (
    <table className={classes.candidates} aria-label={`Candidates of ${title}`} data-flash={hasFlash}>
      <thead>
        <tr>
          <th scope="col">Candidate</th>
          <th scope="col">Hosts</th>
          <th scope="col">Cost, {currency}</th>
          {hasFlash && <th scope="col">Flash life</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.configuration} data-advised={row.configuration === advised}>
            <th scope="row">
              <span className={classes.name}>
                <Marker index={row.place} size={10} />
                {row.name}
                {row.configuration === advised && <span className={classes.advised}>advised</span>}
              </span>
            </th>
            <td>
              <ListedFigure figure={row.hosts} label={`Hosts, ${row.name}`} of={{ sample }} />
            </td>
            <td>
              <span className={classes.cost}>
                <Bar row={row} most={most} />
                <ListedFigure figure={row.cost} label={`Cost, ${row.name}`} of={{ sample }} />
              </span>
            </td>
            {hasFlash && (
              <td>
                <ListedFigure figure={row.life} label={`Flash life, ${row.name}`} of={{ sample }} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The cost as a bar, on one scale for the candidates of a case. */
function Bar({ row: { cost, place }, most }: { row: DecisionRow; most: number }) {
  if (cost?.value == null || most <= 0) return null;
  return (
    <span className={classes.track} aria-hidden="true">
      <span style={{ width: `${String((100 * cost.value) / most)}%`, background: markerAt(place).colour }} />
    </span>
  );
}
