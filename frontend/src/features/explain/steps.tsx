import type { ExplanationStep } from '@/api/types';
import { formatNumber } from '@/lib/format';

import classes from './steps.module.css';

interface Props {
  steps: readonly ExplanationStep[];
  onFollow: (quantity: string) => void;
  /** Whether a quantity can be followed from here. */
  leads: (quantity: string) => boolean;
  /** Leads to a field; absent where the plan cannot be changed. */
  onChangeInput: ((pointer: string) => void) | undefined;
}

/** The steps to a number, each from the one before, with a bar for how large it is among those of its unit. */
export function Steps({ steps, onFollow, leads, onChangeInput }: Props) {
  const most = (unit: string) =>
    Math.max(...steps.filter((each) => each.unit === unit).map((each) => each.value));
  return (
    <table className={classes.table} data-testid="steps" aria-label="Step by step">
      <tbody>
        {steps.map(({ label, arithmetic, value, unit, quantity, pointer }) => (
          <tr key={label}>
            <th scope="row">
              {quantity !== null && leads(quantity) ? (
                <button type="button" className="link-button" onClick={() => onFollow(quantity)}>
                  {label}
                </button>
              ) : (
                label
              )}
              {arithmetic && <span className={classes.arithmetic}>{arithmetic}</span>}
              {pointer != null && onChangeInput && (
                <button type="button" className="link-button" onClick={() => onChangeInput(pointer)}>
                  Try another drive
                </button>
              )}
            </th>
            <td className={classes.track} aria-hidden="true">
              <span style={{ width: `${String((100 * value) / (most(unit) || 1))}%` }} data-unit={unit} />
            </td>
            <td className="number">
              {formatNumber(value)} {unit}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
