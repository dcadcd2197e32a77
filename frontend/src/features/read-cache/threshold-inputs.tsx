import type { ThresholdUsed } from '@/api/types';
import { NumberEntry } from '@/components/number-entry';
import { formatListed } from '@/lib/format';
import { toPercent } from '@/lib/percent';

import type { Thresholds } from './counters';
import classes from './read-cache.module.css';

interface Props {
  thresholds: Thresholds;
  /** Those of the last advice, to show what stands where nothing is entered. */
  used: readonly ThresholdUsed[];
  problemOf: (name: keyof Thresholds) => string | undefined;
  onChange: (thresholds: Thresholds) => void;
}

const FIELDS: { name: keyof Thresholds; label: string; percent?: boolean }[] = [
  { name: 'full_share', label: 'Full from this share of the blocks', percent: true },
  { name: 'high_evictions_per_op', label: 'Many evictions from, per operation' },
  { name: 'low_hit_share', label: 'Few hits below', percent: true },
  { name: 'change_share', label: 'Unchanged up to a difference of', percent: true },
  { name: 'growth_factor', label: 'Next size, as a multiple of this one' },
];

/** From where on a counter counts as high, low or changed. */
export function ThresholdInputs({ thresholds, used, problemOf, onChange }: Props) {
  return (
    <div className={classes.pairs}>
      {FIELDS.map(({ name, label, percent }) => {
        const standing = used.find((each) => each.name === name)?.value;
        return (
          <NumberEntry
            key={name}
            label={label}
            percent={percent}
            placeholder={
              standing === undefined ? 'usual' : formatListed(percent ? toPercent(standing) : standing)
            }
            value={thresholds[name]}
            error={problemOf(name)}
            onChange={(value) => onChange({ ...thresholds, [name]: value })}
          />
        );
      })}
    </div>
  );
}
