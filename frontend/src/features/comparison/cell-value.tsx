import type { Cell, Row } from '@/api/types';
import { BestMark } from '@/components/best-mark';
import { Needs } from '@/components/field-links';
import { Figure } from '@/components/figure';
import { formatCell, formatDifference } from '@/lib/format';

import classes from './cell-value.module.css';

interface Props {
  row: Row;
  cell: Cell;
  name: string;
  currency: string;
  isReference: boolean;
}

/** One number of the comparison: a button that opens its explanation, with note, difference and mark. */
export function CellValue({ row, cell, name, currency, isReference }: Props) {
  const shown = formatCell(cell, row, currency);
  const difference = isReference
    ? null
    : formatDifference(cell.difference, cell.difference_share, row.format);
  return (
    <div
      className={classes.cell}
      data-testid={`cell-${row.key}-${cell.configuration}`}
      data-value={cell.value.value ?? ''}
      data-state={cell.value.state}
      data-best={cell.best}
    >
      <div className={classes.line}>
        {(difference !== null || cell.best) && (
          <span className={classes.marks}>
            {difference !== null && <span title="Difference to the reference">{difference}</span>}
            {cell.best && <BestMark />}
          </span>
        )}
        <Figure
          configuration={cell.configuration}
          quantity={row.quantity}
          failedHosts={cell.failed_hosts}
          shown={shown}
          state={cell.value.state}
          label={`${row.label}, ${name}`}
          aside={cell.best ? 'best' : undefined}
        />
      </div>
      {cell.note && <div className={classes.note}>{cell.note}</div>}
      <Needs value={cell.value} className={classes.note} />
    </div>
  );
}
