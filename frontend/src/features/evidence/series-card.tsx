import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, lazy, memo } from 'react';

import { opmCurveQuery } from '@/api/evidence';
import type { Series, SeriesPoint } from '@/api/types';
import { figureText, hasCourse } from '@/charts/evidence-rows';
import { LazyBoundary } from '@/components/lazy-boundary';
import { MEDIA } from '@/lib/media';

import { CitationLink } from './citation-link';
import classes from './evidence.module.css';
import { KindBadge } from './kind-badge';

const EvidenceChart = lazy(() => import('@/charts/evidence-chart'));

interface Props {
  series: Series;
  onUse: (model: string) => void;
  onDelete: (model: string) => void;
}

/** One series: its chart, source and conditions. */
export const SeriesCard = memo(function SeriesCard({ series, onUse, onDelete }: Props) {
  const { key, name, topic, origin, citations, locator, validity, notes, model_key } = series;
  const model = topic === 'memory' ? (model_key ?? null) : null;
  const curves = useQuery({ ...opmCurveQuery(model ?? ''), enabled: model !== null && hasCourse(series) });
  return (
    <article className={classes.card} id={key} tabIndex={-1} aria-label={name}>
      <LazyBoundary fallback={<div className={classes.chartRoom} />}>
        <EvidenceChart series={series} curves={curves.data} />
      </LazyBoundary>
      <div className={classes.facts}>
        <p>
          {kindsOf(series).map((each) => (
            <Fragment key={each}>
              <KindBadge kind={each} />{' '}
            </Fragment>
          ))}
          {citations.map((each, index) => (
            <Fragment key={each.citation}>
              {index > 0 && '; '}
              <CitationLink citation={each} locator={locator} />
            </Fragment>
          ))}
          {citations.length === 0 && <span className="soft">no source given</span>}
        </p>
        {validity && (
          <p>
            <span className="soft">Holds for:</span> {validity}
          </p>
        )}
        {notes && (
          <p>
            <span className="soft">Note:</span> {notes}
          </p>
        )}
        <Markers series={series} />
        <Conditions series={series} />
        <p className={classes.links}>
          <a href={`#${key}`} aria-label={`Link to ${name}`}>
            Link
          </a>
          {model !== null && (
            <button type="button" className="link-button" onClick={() => onUse(model)}>
              Use in a plan
            </button>
          )}
          {model !== null && origin === 'own' && (
            <>
              <Link to="/evidence/models/$key" params={{ key: model }}>
                Edit
              </Link>
              <button type="button" className="link-button" onClick={() => onDelete(model)}>
                Delete
              </button>
            </>
          )}
        </p>
      </div>
    </article>
  );
});

/** The kinds of evidence, each once: one series may hold measured and computed figures. */
function kindsOf({ kind, lines }: Series): Series['kind'][] {
  const found = new Set(lines.flatMap((line) => line.points.map((point) => point.kind)));
  return found.size > 0 ? [...found] : [kind];
}

/** What the source says without a figure. */
function Markers({ series }: { series: Series }) {
  const markers = series.markers ?? [];
  if (markers.length === 0) return null;
  return (
    <details>
      <summary>Statements without a figure ({markers.length})</summary>
      <ul className={classes.points}>
        {markers.map((each) => (
          <li key={`${each.medium} ${each.overcommit_ratio} ${each.statement}`}>
            {figureText(each.overcommit_ratio, series.x)}, {MEDIA[each.medium].label}: {each.statement}
            {each.locator && (
              <span className="soft">
                {' '}
                {'\u00b7'} {each.locator}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Under which conditions each figure holds, where they say more than the series does. */
function Conditions({ series }: { series: Series }) {
  const points = series.lines.flatMap((line) =>
    line.points
      .filter((point) => (point.conditions && point.conditions !== series.validity) || point.notes)
      .map((point) => ({ line: line.label, point })),
  );
  if (points.length === 0) return null;
  return (
    <details>
      <summary>Conditions of each figure ({points.length})</summary>
      <ul className={classes.points}>
        {points.map(({ line, point }, index) => (
          <li key={`${line} ${String(index)}`}>
            {placeText(line, point, series)}: {figureText(point.y, series.y)}, {point.kind}
            {point.conditions && `; ${point.conditions}`}
            {point.notes && `; ${point.notes}`}
            {point.locator && (
              <span className="soft">
                {' '}
                {'\u00b7'} {point.locator}
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function placeText(line: string, point: SeriesPoint, series: Series): string {
  const place =
    point.category ?? (point.x === null || point.x === undefined ? '' : figureText(point.x, series.x));
  return place === '' || place === line ? line : `${line}, ${place}`;
}
