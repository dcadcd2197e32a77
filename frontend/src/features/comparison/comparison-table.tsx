import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, memo } from 'react';

import type { Result, Row } from '@/api/types';
import { BestMark } from '@/components/best-mark';
import { equal } from '@/lib/json';
import { useRovingFocus } from '@/lib/use-roving-focus';

import { CellValue } from './cell-value';
import classes from './comparison-table.module.css';
import { ConfigurationHead } from './configuration-head';
import { rowsBySection } from './rows-by-section';

interface Props {
  result: Result;
  onReference: (key: string) => void;
}

export function ComparisonTable({ result, onReference }: Props) {
  const columns = result.configurations;
  const table = useRovingFocus();
  const names = Object.fromEntries(columns.map((each) => [each.key, each.name]));
  return (
    // A wide comparison scrolls sideways, and must do so by keyboard too.
    <div
      className={classes.frame}
      role="region"
      aria-label="Comparison table"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={columns.length > 3 ? 0 : undefined}
    >
      <table ref={table} className={classes.table} style={{ '--columns': columns.length } as CSSProperties}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <span className="soft">
                {columns.length > 1 && (
                  <>
                    <BestMark /> best in row.{' '}
                  </>
                )}
                Click any number to see how it is calculated.
                <VisuallyHidden component="span"> Arrow keys lead from number to number.</VisuallyHidden>
              </span>
            </th>
            {columns.map((configuration, index) => (
              <th key={configuration.key} scope="col">
                <ConfigurationHead
                  configuration={configuration}
                  index={index}
                  isReference={configuration.key === result.reference}
                  alone={result.configurations.length === 1}
                  onReference={onReference}
                />
              </th>
            ))}
          </tr>
        </thead>
        {rowsBySection(result.rows).map(([section, rows]) => (
          <tbody key={section}>
            <tr>
              <th colSpan={columns.length + 1} scope="rowgroup" className={classes.section}>
                {section}
              </th>
            </tr>
            {rows.map((row) => (
              <ComparisonRow
                key={row.key}
                row={row}
                names={names}
                currency={result.currency}
                reference={result.reference}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  row: Row;
  /** Names of the configurations by key. */
  names: Record<string, string>;
  currency: string;
  reference: string;
}

/** Every answer is a new document; a row that says the same is not rendered again. */
const ComparisonRow = memo(function ComparisonRow({ row, names, currency, reference }: RowProps) {
  return (
    <tr data-quantity={row.quantity}>
      <th scope="row" className={classes.label} title={row.meaning}>
        {row.label}
      </th>
      {row.cells.map((cell) => (
        <td key={cell.configuration}>
          <CellValue
            row={row}
            cell={cell}
            name={names[cell.configuration] ?? cell.configuration}
            currency={currency}
            isReference={cell.configuration === reference}
          />
        </td>
      ))}
    </tr>
  );
}, equal);
