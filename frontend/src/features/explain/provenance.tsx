import type { ExplanationSource, Input } from '@/api/types';
import { StatusBadge } from '@/components/status-badge';
import { formatInput } from '@/lib/format';

import classes from './explanation.module.css';

interface ProvenanceProps {
  records: readonly Input[];
  sources: readonly ExplanationSource[];
  currency: string;
  onChangeInput: ((pointer: string) => void) | undefined;
}

/** Where an input's values come from: the end of every explanation. */
export function Provenance({ records, sources, currency, onChangeInput }: ProvenanceProps) {
  return (
    <>
      <h4>Where it comes from</h4>
      <ul className={classes.provenance}>
        {records.map((record, index) => (
          <li key={`${record.pointer ?? ''}${record.group ?? ''}${String(index)}`}>
            <div className={classes.record}>
              {record.group !== null && record.group !== undefined && <span>{record.group}</span>}
              <span className="number">
                {record.value === null ? 'no value' : formatInput(record, record.value, currency)}
              </span>
              <StatusBadge
                status={record.value === null && record.status === 'missing' ? 'optional' : record.status}
              />
              {record.pointer && onChangeInput && (
                <button
                  type="button"
                  className="link-button"
                  onClick={() => record.pointer && onChangeInput(record.pointer)}
                >
                  change this input
                </button>
              )}
            </div>
            {(record.source ?? record.locator) && (
              <p className="soft small">{[record.source, record.locator].filter(Boolean).join(', ')}</p>
            )}
            {record.note && record.note !== record.locator && <p className="soft small">{record.note}</p>}
          </li>
        ))}
      </ul>
      {sources.length > 0 && (
        <ul className={classes.sources}>
          {sources.map((source) => (
            <li key={source.key}>
              <span className="soft">{source.key}:</span>{' '}
              {source.url ? (
                <a href={source.url} target="_blank" rel="noreferrer">
                  {source.citation}
                </a>
              ) : (
                source.citation
              )}
              {source.locator && (
                <span className="soft">
                  {' \u00b7 '}
                  {source.locator}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
