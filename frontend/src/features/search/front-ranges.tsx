import { Button, RangeSlider } from '@mantine/core';

import type { Hit } from '@/api/types';
import { formatMoneyShort, formatNumber, formatRough } from '@/lib/format';

import { isIn, type Ranges, rangesOf } from './answers';
import classes from './search.module.css';

interface Props {
  hits: readonly Hit[];
  ranges: Ranges | undefined;
  currency: string;
  onRanges: (ranges: Ranges | undefined) => void;
}

/** Narrows the front down to some hosts, costs and lives, by pointer or arrow keys. */
export function FrontRanges({ hits, ranges, currency, onRanges }: Props) {
  const all = rangesOf(hits);
  if (!all) return null;
  const now = ranges ?? all;
  const count = hits.filter((hit) => isIn(hit, ranges)).length;
  const slider = (key: keyof Ranges, name: string, step: number, text: (value: number) => string) => {
    const [least, most] = all[key] ?? [0, 0];
    if (least === most) return null;
    const [low, high] = now[key] ?? [least, most];
    return (
      <div className={classes.range}>
        <span>
          {name}: {text(low)} to {text(high)}
        </span>
        <RangeSlider
          size="xs"
          thumbSize={14}
          classNames={{ thumb: classes.thumb }}
          label={null}
          min={least}
          max={most}
          step={step}
          minRange={0}
          value={[low, high]}
          thumbFromLabel={`${name}, from`}
          thumbToLabel={`${name}, to`}
          // Steps do not meet the ends exactly.
          onChange={([from, to]) =>
            onRanges({
              ...now,
              [key]: [from <= least + step / 2 ? least : from, to >= most - step / 2 ? most : to],
            })
          }
        />
      </div>
    );
  };
  const [least, most] = all.cost;
  return (
    <div className={classes.ranges}>
      {slider('hosts', 'Hosts', 1, formatNumber)}
      {slider('cost', `Cost, ${currency}`, (most - least) / STEPS, formatMoneyShort)}
      {all.life && slider('life', 'Flash life, years', (all.life[1] - all.life[0]) / STEPS, formatRough)}
      <p role="status" className={classes.count}>
        {formatNumber(count)} of {formatNumber(hits.length)} shown
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ visibility: ranges ? 'visible' : 'hidden' }}
        onClick={() => onRanges(undefined)}
      >
        Show all
      </Button>
    </div>
  );
}

const STEPS = 50;
