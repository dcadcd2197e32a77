import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';

import { errorText } from '@/api/client';
import { revisionQuery } from '@/api/plans';
import type { Plan, RevisionConfiguration, RevisionItem } from '@/api/types';
import { Marker } from '@/components/marker';
import { formatAgo, formatDate, formatLife, formatMoneyShort, formatNumber } from '@/lib/format';

import classes from './revisions-panel.module.css';

interface Props {
  id: string;
  revision: RevisionItem;
  /** Whether the plan had another name before. */
  renamed: boolean;
  /** The revision that the plan on the page began from, and whether it differs from it. */
  current: number;
  changed: boolean;
  now: number;
  /** Shows what a plan has otherwise than the one on the page, in words. */
  differences: (plan: Plan, show: (lines: readonly string[]) => ReactNode) => ReactNode;
  onRestore: (revision: number, plan: Plan) => void;
}

export function RevisionEntry({
  id,
  revision,
  renamed,
  current,
  changed,
  now,
  differences,
  onRestore,
}: Props) {
  const { number, name, created_at: at, currency, configurations } = revision;
  const [open, setOpen] = useState(false);
  const title = useId();
  const { data: plan, error } = useQuery({ ...revisionQuery(id, number), enabled: open });
  const isCurrent = number === current;
  return (
    <li className={classes.entry} aria-labelledby={title}>
      <div className={classes.head}>
        <h3 id={title} className={classes.title}>
          Revision {number}
        </h3>
        <time dateTime={at} title={formatDate(at)} className="soft small">
          {formatAgo(at, now)}
        </time>
        {isCurrent && (
          <span className={classes.mark}>{changed ? 'on this page, changed' : 'on this page'}</span>
        )}
      </div>
      {renamed && <p className="soft small">renamed to {name}</p>}
      {configurations === null ? (
        <p className="soft small">Its figures were not kept.</p>
      ) : (
        <ul className={classes.figures}>
          {configurations.map((each, place) => (
            <li key={each.key}>
              <Marker index={place} size={10} />
              <span className={classes.name} title={each.name}>
                {each.name}
              </span>
              <span className={classes.values}>{figuresText(each, currency)}</span>
            </li>
          ))}
        </ul>
      )}
      {(!isCurrent || changed) && (
        <>
          <Button
            size="compact-sm"
            aria-expanded={open}
            aria-label={`${open ? 'Hide differences' : 'Differences'} of revision ${String(number)}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide differences' : 'Differences'}
          </Button>
          {open && error && <p className="soft small">{errorText(error)}</p>}
          {open && !plan && !error && <p className="soft small">Reading{'\u2026'}</p>}
          {open &&
            plan &&
            differences(plan, (lines) => (
              <Differences lines={lines} number={number} onRestore={() => onRestore(number, plan)} />
            ))}
        </>
      )}
    </li>
  );
}

/** What restoring changes in the plan on the page. */
function Differences({
  lines,
  number,
  onRestore,
}: {
  lines: readonly string[];
  number: number;
  onRestore: () => void;
}) {
  if (lines.length === 0) return <p className="soft small">No difference to the plan on this page.</p>;
  return (
    <div className={classes.differences}>
      <p className="soft small">Restoring it changes the plan on this page:</p>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button size="compact-sm" variant="filled" onClick={onRestore}>
        Restore revision {number}
      </Button>
    </div>
  );
}

function figuresText(
  { feasible, hosts, cost, life_years: life }: RevisionConfiguration,
  currency: string,
): string {
  const parts = [
    hosts !== null && `${formatNumber(hosts)} ${hosts === 1 ? 'host' : 'hosts'}`,
    cost !== null && `${formatMoneyShort(cost)} ${currency}`,
    life !== null && formatLife(life),
  ].filter((part) => part !== false);
  if (!feasible) return ['cannot be built', ...parts].join(', ');
  return parts.length === 0 ? 'not evaluated' : parts.join(', ');
}
