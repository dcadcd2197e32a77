import type { Quantified } from '@/api/types';
import { Needs } from '@/components/field-links';
import { Figure } from '@/components/figure';
import { formatForUnit, formatValue } from '@/lib/format';

import classes from './read-cache.module.css';

interface Props {
  quantified: Quantified;
  configuration: { key: string; name: string };
  /** Name of the VM group that it is of; a number of the whole configuration has none. */
  group?: string;
  currency: string;
}

/** A number that opens its explanation; where there is none, what would cure that. */
export function QuantifiedCell({ quantified, configuration, group, currency }: Props) {
  const { quantity, label, value } = quantified;
  const { key, name } = configuration;
  const shown = formatValue(value, formatForUnit(quantified.unit, quantity), unitOf(quantified), currency);
  return (
    <div
      data-testid={['read-cache', quantity, key, group].filter(Boolean).join('-')}
      data-state={value.state}
      data-value={value.value ?? ''}
    >
      <Figure
        configuration={key}
        quantity={quantity}
        shown={shown}
        state={value.state}
        label={[label, group, name].filter(Boolean).join(', ')}
      />
      <Needs value={value} className={classes.note} />
    </div>
  );
}

/** A ratio says how many times, and has no unit in the model; what is counted is named by its row. */
function unitOf({ quantity, unit }: Quantified): string {
  if (unit === 'hosts') return '';
  return unit === '' && quantity.endsWith('_ratio') ? '\u00d7' : unit;
}
