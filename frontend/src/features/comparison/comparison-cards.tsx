import type { CSSProperties } from 'react';

import type { Result } from '@/api/types';

import { CellValue } from './cell-value';
import classes from './comparison-cards.module.css';
import { ConfigurationHead } from './configuration-head';
import { rowsBySection } from './rows-by-section';

interface Props {
  result: Result;
  onReference: (key: string) => void;
}

/** One card for each configuration, to swipe through. */
export function ComparisonCards({ result, onReference }: Props) {
  const sections = rowsBySection(result.rows);
  return (
    // Scrolls sideways, and must do so by keyboard too.
    <div
      className={classes.strip}
      style={{ '--rows': 1 + sections.length + result.rows.length } as CSSProperties}
      role="region"
      aria-label="Configurations, swipe sideways"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {result.configurations.map((configuration, index) => (
        <article key={configuration.key} className={classes.card} aria-label={configuration.name}>
          <ConfigurationHead
            configuration={configuration}
            index={index}
            isReference={configuration.key === result.reference}
            alone={result.configurations.length === 1}
            onReference={onReference}
          />
          {sections.map(([section, rows]) => (
            <div key={section} className={classes.part}>
              <h3 className={classes.section}>{section}</h3>
              <dl>
                {rows.map((row) => {
                  const cell = row.cells.find((each) => each.configuration === configuration.key);
                  return (
                    cell && (
                      <div key={row.key} className={classes.row}>
                        <dt title={row.meaning}>{row.label}</dt>
                        <dd>
                          <CellValue
                            row={row}
                            cell={cell}
                            name={configuration.name}
                            currency={result.currency}
                            isReference={configuration.key === result.reference}
                          />
                        </dd>
                      </div>
                    )
                  );
                })}
              </dl>
            </div>
          ))}
        </article>
      ))}
    </div>
  );
}
