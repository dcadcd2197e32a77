import type { CSSProperties } from 'react';

import type { Result } from '@/api/types';
import { BestMark } from '@/components/best-mark';

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
  return (
    // A wide comparison scrolls sideways, and must do so by keyboard too.

    <div
      className={classes.frame}
      role="region"
      aria-label="Comparison table"
      tabIndex={columns.length > 3 ? 0 : undefined}
    >
      <table className={classes.table} style={{ '--columns': columns.length } as CSSProperties}>
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
              <tr key={row.key} data-quantity={row.quantity}>
                <th scope="row" className={classes.label} title={row.meaning}>
                  {row.label}
                </th>
                {row.cells.map((cell) => (
                  <td key={cell.configuration}>
                    <CellValue
                      row={row}
                      cell={cell}
                      name={
                        columns.find((each) => each.key === cell.configuration)?.name ?? cell.configuration
                      }
                      currency={result.currency}
                      isReference={cell.configuration === result.reference}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
