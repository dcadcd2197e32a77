import { NumberEntry } from '@/components/number-entry';

import type { Counters } from './counters';
import classes from './read-cache.module.css';

interface Props {
  counters: Counters;
  problemOf: (name: keyof Counters) => string | undefined;
  onChange: (counters: Counters) => void;
}

const FIELDS: { name: keyof Counters; label: string; description: string; percent?: boolean }[] = [
  { name: 'num_blocks', label: 'Blocks', description: 'numBlocks' },
  { name: 'num_blocks_cached', label: 'Blocks that hold data', description: 'numBlocksCurrentlyCached' },
  { name: 'evictions_per_op', label: 'Evicted per operation', description: 'Evict:avgNumBlocksPerOp' },
  { name: 'hit_share', label: 'Read hits', description: 'vFlash:cacheHitPercentage', percent: true },
];

/** The counters of a running cache, one by one. */
export function CounterInputs({ counters, problemOf, onChange }: Props) {
  return (
    <div className={classes.pairs}>
      {FIELDS.map(({ name, label, description, percent }) => (
        <NumberEntry
          key={name}
          label={label}
          description={description}
          percent={percent}
          value={counters[name]}
          error={problemOf(name)}
          onChange={(value) => onChange({ ...counters, [name]: value })}
        />
      ))}
    </div>
  );
}
