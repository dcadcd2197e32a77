import { Fragment } from 'react';

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
            <From record={record} sources={sources} />
            {record.note && record.note !== record.locator && <p className="soft small">{record.note}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The sources of a value by their titles, and where in them it stands. */
function From({ record, sources }: Pick<ProvenanceProps, 'sources'> & { record: Input }) {
  const named = record.source?.split('; ') ?? [];
  if (named.length === 0 && !record.locator) return null;
  return (
    <p className="soft small">
      {named.map((key, index) => (
        <Fragment key={key}>
          {index > 0 && '; '}
          <Title of={sources.find((each) => each.key === key)}>{key}</Title>
        </Fragment>
      ))}
      {record.locator && (named.length > 0 ? `, ${record.locator}` : record.locator)}
    </p>
  );
}

function Title({ of: source, children }: { of: ExplanationSource | undefined; children: string }) {
  if (!source) return children;
  if (!source.url) return source.citation;
  return (
    <a href={source.url} target="_blank" rel="noreferrer">
      {source.citation}
    </a>
  );
}
