import { useMemo, useState } from 'react';

import type { EstateFinding, VmColumns } from '@/api/types';
import { formatExact } from '@/lib/format';

import classes from './estate.module.css';
import { VmTable } from './vm-table';

interface Props {
  finding: EstateFinding;
  vms: VmColumns;
}

/** The rows of a finding: the VMs that they became, and what stood there. Closed until somebody asks. */
export function FindingRows({ finding, vms }: Props) {
  const [open, setOpen] = useState(false);
  const { rows = [], vms: ids = [], count = 1 } = finding;
  if (rows.length === 0 && ids.length === 0) return null;
  const things = rows.length > 0 ? [count, 'row', 'rows'] : [ids.length, 'VM', 'VMs'];
  const [number, one, several] = things as [number, string, string];
  return (
    <>
      {' '}
      <button type="button" className="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Show'} {number === 1 ? `the ${one}` : `the ${formatExact(number)} ${several}`}
      </button>
      {open && (
        <div className={classes.rows}>
          <Rows finding={finding} vms={vms} />
          <button type="button" className="link-button" onClick={() => setOpen(false)}>
            Back to the findings
          </button>
        </div>
      )}
    </>
  );
}

function Rows({ finding: { rows = [], texts = [], vms: ids = [], count = 1 }, vms }: Props) {
  const places = useMemo(() => {
    const wanted = new Set(ids);
    return vms.id.flatMap((id, at) => (wanted.has(id) ? [at] : []));
  }, [ids, vms]);
  return (
    <>
      {places.length > 0 && <VmTable vms={vms} only={places} />}
      {rows.length > 0 && (
        <>
          <p className="soft small">
            {places.length > 0 ? 'The cells of these rows' : 'These rows became no VM. Their cells'}
            {count > rows.length &&
              `, in the first ${formatExact(rows.length)} of ${formatExact(count)} rows`}
            :
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={classes.lines} role="region" aria-label="Rows of the file" tabIndex={0}>
            <dl>
              {rows.map((row, at) => (
                <div key={row}>
                  <dt>Row {formatExact(row)}</dt>
                  <dd>{texts[at] ?? 'what stood there is not kept'}</dd>
                </div>
              ))}
            </dl>
          </div>
        </>
      )}
    </>
  );
}
