import type { EstateFinding, TabReport, VmColumns } from '@/api/types';
import { formatExact } from '@/lib/format';

import classes from './estate.module.css';
import { FindingRows } from './finding-rows';

const WORDS = {
  rejected: 'Left out',
  warning: 'Check',
  missing: 'Missing',
  repaired: 'Repaired',
  note: 'Note',
} as const;
const ORDER = ['rejected', 'warning', 'missing', 'repaired', 'note'] as const;

interface Props {
  findings: readonly EstateFinding[];
  /** The VMs that their rows became. */
  vms: VmColumns;
  /** What the source cannot say, in sentences. */
  missing?: readonly string[];
}

/** What is to be known about the source, what changes the answer first. */
export function EstateFindings({ findings, vms, missing = [] }: Props) {
  const said = missing.map((message): EstateFinding => ({ code: message, kind: 'missing', message }));
  const sorted = [...findings, ...said].sort(
    (one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind),
  );
  if (sorted.length === 0) return <p className="soft">Nothing to note.</p>;
  return (
    <ul className={classes.findings}>
      {sorted.map((finding) => {
        const { code, kind, message, place = '', rows = [], count = 1 } = finding;
        return (
          <li key={[code, place, message, ...rows].join()} data-kind={kind}>
            <span className={classes.kind}>{WORDS[kind]}</span>
            <div>
              {message}
              {(place || rows.length > 0) && (
                <span className="soft small">
                  {' '}
                  {[place, rowsText(rows, count)].filter(Boolean).join(', ')}
                </span>
              )}
              <FindingRows finding={finding} vms={vms} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function rowsText(rows: readonly number[], count: number): string {
  const [first] = rows;
  if (first === undefined) return '';
  const shown = rows.slice(0, 5).map((each) => formatExact(each));
  const more = count - shown.length;
  return `${count === 1 ? 'row' : 'rows'} ${shown.join(', ')}${more > 0 ? ` and ${formatExact(more)} more` : ''}`;
}

/** What became of the rows of each tab. */
export function TabTable({ tabs }: { tabs: readonly TabReport[] }) {
  return (
    <table className={classes.tabs}>
      <thead>
        <tr>
          <th scope="col">File and tab</th>
          <th scope="col">Rows</th>
          <th scope="col">Taken</th>
          <th scope="col">Repaired</th>
          <th scope="col">Left out</th>
        </tr>
      </thead>
      <tbody>
        {tabs.map((each) => (
          <tr key={each.file + each.tab}>
            <th scope="row">{each.file.startsWith(each.tab) ? each.file : `${each.file}, ${each.tab}`}</th>
            <td>{formatExact(each.rows_read)}</td>
            <td>{formatExact(each.rows_accepted)}</td>
            <td>{formatExact(each.rows_repaired)}</td>
            <td>{formatExact(each.rows_rejected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
