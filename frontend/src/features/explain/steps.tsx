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

/** The steps to a number, each from the one before; a bar for how large it is where others have its unit. */
export function Steps({ steps, onFollow, leads, onChangeInput }: Props) {
  const share = ({ value, unit }: ExplanationStep) => {
    const alike = steps.filter((each) => each.unit === unit).map((each) => each.value);
    return alike.length > 1 ? value / (Math.max(...alike) || 1) : null;
  };
  return (
    <table className={classes.table} data-testid="steps" aria-label="Step by step">
      <tbody>
        {steps.map((step) => {
          const { label, arithmetic, value, unit, quantity, pointer } = step;
          const part = share(step);
          return (
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
                {part !== null && <span style={{ width: `${String(100 * part)}%` }} data-unit={unit} />}
              </td>
              <td className="number">
                {formatNumber(value)} {unit}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
