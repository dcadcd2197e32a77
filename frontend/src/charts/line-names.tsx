/** Names at the ends of lines, where they are read without a legend. */
import { useMediaQuery } from '@mantine/hooks';

import { markerAt, shapePath } from '@/lib/markers';

import { type EndOfLine, namesOf, spread, wrapped } from './line-ends';
import { HALO } from './style';
import { useScene } from './use-scene';

/** Room for names right of a chart. */
export const NAME_ROOM = 184;

const LINE_HEIGHT = 13;
const LETTERS = 27;
const MOST_LINES = 3;
const MOST_NAMES = 6;
/** How far right of its line a name begins: a short lead, and the sign. */
const LEAD = 8;
const SIGN = 16;

/** Whether there is room for names; where there is not, the legend of the page says which line is which. */
export function useNamesFit(lines: number): boolean {
  const wide = useMediaQuery('(min-width: 768px)', true, { getInitialValueInEffect: false });
  return wide && lines > 1 && lines <= MOST_NAMES;
}

interface Props {
  lines: readonly EndOfLine[];
  /** Keys of the lines that cannot be told apart: they have one place for their names. */
  together: readonly (readonly string[])[];
}

/** Beside the end of each line its name; names that would collide make room for each other. */
export function LineNames({ lines, together }: Props) {
  const scene = useScene();
  if (!scene) return null;
  const { x, y, width, height } = scene.area;
  const right = x + width;
  const names = namesOf(lines, together).map((each) => ({
    ...each,
    end: scene.y(each.value),
    rows: wrapped(each.name, LETTERS, MOST_LINES),
  }));
  const places = spread(
    names.map(({ end, rows }) => ({ at: end, size: rows.length * LINE_HEIGHT })),
    y - LINE_HEIGHT / 2,
    y + height + LINE_HEIGHT / 2,
  );
  return (
    <g aria-hidden="true" data-testid="line-names">
      {names.map(({ key, index, end, rows }, turn) => {
        const at = places[turn] ?? end;
        const { colour, shape } = markerAt(index);
        return (
          <g key={key}>
            <path
              d={`M${right + 1},${end}L${right + LEAD},${at}`}
              stroke={colour}
              strokeWidth={1}
              fill="none"
            />
            <path d={shapePath(shape, 4)} fill={colour} transform={`translate(${right + LEAD + 5},${at})`} />
            <text fontSize={11} fill="var(--ink)" {...HALO}>
              {rows.map((row, place) => (
                <tspan
                  key={row}
                  x={right + SIGN + 4}
                  y={at + (place - (rows.length - 1) / 2) * LINE_HEIGHT}
                  dominantBaseline="central"
                >
                  {row}
                </tspan>
              ))}
            </text>
          </g>
        );
      })}
    </g>
  );
}
