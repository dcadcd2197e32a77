/** Predicted memory states behind the chart of operations, and their names before it. */
import { STATE_WORDS } from '@/plan/state-words';
import type { StateBand } from '@/api/types';

import { HALO } from './style';
import { type Scene, useScene } from './use-scene';

const NARROWEST_STATE = 34;
const LINE = 14;

interface StatesProps {
  bands: readonly StateBand[];
  from: number;
  to: number;
}

/** The ends of a band on the screen; null where it is outside of the window. */
function ends(scene: Scene, band: StateBand, from: number, to: number): [number, number] | null {
  const [left, right] = [band.from_ratio, band.to_ratio ?? to].map((ratio) =>
    scene.x(Math.min(to, Math.max(from, ratio))),
  );
  return left !== undefined && right !== undefined && right > left ? [left, right] : null;
}

/** Predicted memory states as shades behind everything. */
export function States({ bands, from, to }: StatesProps) {
  const scene = useScene();
  if (!scene) return null;
  return (
    <g>
      {bands.map((band) => {
        const place = ends(scene, band, from, to);
        return (
          place && (
            <rect
              key={band.state}
              x={place[0]}
              y={scene.area.y}
              width={place[1] - place[0]}
              height={scene.area.height}
              fill={`var(--state-${band.state})`}
              data-basis="derived"
              data-state={band.state}
            >
              <title>{STATE_WORDS.get(band.state)}</title>
            </rect>
          )
        );
      })}
    </g>
  );
}

/** The names of the states; a narrow one has a line of its own, where its neighbours' are not in the way. */
export function StateNames({ bands, from, to }: StatesProps) {
  const scene = useScene();
  if (!scene) return null;
  return (
    <g>
      {bands.map((band) => {
        const place = ends(scene, band, from, to);
        if (!place) return null;
        const wide = place[1] - place[0] >= NARROWEST_STATE;
        return (
          <text
            key={band.state}
            x={place[0] + (wide ? 5 : 0)}
            y={scene.area.y + (wide ? LINE : 2 * LINE)}
            fontSize={11}
            fontWeight={600}
            fill="var(--ink-soft)"
            {...HALO}
          >
            {band.state}
          </text>
        );
      })}
    </g>
  );
}
