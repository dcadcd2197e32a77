/** What stands beside the measured figures: statements without one, and where the configuration is. */
import type { Marker } from '@/api/types';
import { formatNumber } from '@/lib/format';
import { letterOf } from '@/lib/letter';
import { MEDIA } from '@/lib/media';

import { basisOfKind } from './basis';
import type { Reference } from './opm-scene';
import { useScene } from './use-scene';

const LINE = 14;

/** What the source says of a ratio without a figure: a letter on the axis, the words below the chart. */
export function Statements({ statements }: { statements: readonly Marker[] }) {
  const scene = useScene();
  if (!scene) return null;
  const bottom = scene.area.y + scene.area.height;
  return (
    <g>
      {statements.map((each, index) => {
        const x = scene.x(each.overcommit_ratio);
        return (
          <g key={`${each.medium} ${String(each.overcommit_ratio)}`}>
            <title>{`${MEDIA[each.medium].label}: ${each.statement}`}</title>
            <circle
              cx={x}
              cy={bottom - 11}
              r={8}
              fill="var(--surface)"
              stroke={MEDIA[each.medium].colour}
              data-basis={basisOfKind(each.kind)}
              data-statement={each.statement}
            />
            <text x={x} y={bottom - 7} textAnchor="middle" fontSize={11} fill="var(--ink)">
              {letterOf(index)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Room that a label needs beside its line. */
const LABEL_WIDTH = 170;
const AXIS_WIDTH = 52;

/** Where the configuration is in each failure case; a line ends at its label, so that none crosses another's. */
export function References({ references }: { references: readonly Reference[] }) {
  const scene = useScene();
  if (!scene) return null;
  const sorted = [...references].sort((a, b) => a.ratio - b.ratio);
  const least = scene.x(sorted[0]?.ratio ?? 0) - scene.area.x + AXIS_WIDTH;
  const before = least >= LABEL_WIDTH;
  const most = scene.area.x + scene.area.width - scene.x(sorted.at(-1)?.ratio ?? 0);
  const cramped = !before && most < LABEL_WIDTH;
  return (
    <g>
      {sorted.map((each, index) => {
        const x = scene.x(each.ratio);
        const row = before ? index : sorted.length - 1 - index;
        const top = scene.area.y - 6 - row * LINE;
        return (
          <g key={each.key} data-reference={each.key} data-value={each.ratio}>
            <path
              d={`M${x},${top - 8}V${scene.area.y + scene.area.height}`}
              stroke={each.current ? 'var(--ink)' : 'var(--ink-soft)'}
              strokeWidth={each.current ? 2 : 1}
              data-basis="derived"
            />
            <text
              x={x + (before ? -5 : 5)}
              y={top}
              textAnchor={before ? 'end' : 'start'}
              fontSize={11}
              fontWeight={each.current ? 600 : 400}
              fill="var(--ink)"
            >
              {cramped ? each.shortLabel : each.label}: {formatNumber(each.ratio)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
