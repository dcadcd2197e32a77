import type { EstatePart } from '@/api/types';
import { formatExact } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './estate.module.css';

interface Props {
  title: string;
  /** What one of them is. */
  head: string;
  parts: readonly EstatePart[];
  nameless: string;
  withHosts?: boolean;
}

const MOST = 12;

/** Where memory and disk go: a line for each part, with bars on one scale. */
export function EstateParts({ title, head, parts, nameless, withHosts = false }: Props) {
  const most = (of: (part: EstatePart) => number | null) =>
    Math.max(1e-9, ...parts.map((each) => of(each) ?? 0));
  const memory = most((each) => each.totals.memory_gib);
  const disk = most((each) => each.totals.disk_gb);
  const shown = parts.slice(0, MOST);
  return (
    <div className={classes.parts}>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {withHosts && <th scope="col">Hosts</th>}
            <th scope="col">VMs</th>
            <th scope="col" className={classes.left}>
              Memory
            </th>
            <th scope="col" className={classes.left}>
              Disk
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, hosts, totals }) => (
            <tr key={name}>
              <th scope="row">{name || nameless}</th>
              {withHosts && <td>{hosts ? formatExact(hosts) : '\u2013'}</td>}
              <td>{formatExact(totals.vms)}</td>
              <Bar value={totals.memory_gib} most={memory} unit="GiB" />
              <Bar value={totals.disk_gb} most={disk} unit="GB" />
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > MOST && <p className="soft small">and {formatExact(parts.length - MOST)} more</p>}
    </div>
  );
}

function Bar({ value, most, unit }: { value: number | null; most: number; unit: 'GiB' | 'GB' }) {
  return (
    <td className={classes.left}>
      <span className={classes.bar}>
        <span className={classes.track} aria-hidden="true">
          <span style={{ width: `${String(((value ?? 0) / most) * 100)}%` }} />
        </span>
        {value === null ? '\u2013' : formatSize(value, unit)}
      </span>
    </td>
  );
}
