import type { EstateGroup } from '@/api/types';
import { formatExact, formatNumber } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './estate.module.css';

/** The groups with the mean of their VMs and what they sum to. */
export function GroupTable({ groups }: { groups: readonly EstateGroup[] }) {
  return (
    <table className={classes.groups}>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col">VMs</th>
          <th scope="col">vCPU of one</th>
          <th scope="col">Memory of one</th>
          <th scope="col">Disk of one</th>
          <th scope="col">Memory in all</th>
          <th scope="col">Disk in all</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ group, members }) => (
          <tr key={group.name} title={members.join(', ')}>
            <th scope="row">{group.name}</th>
            <td data-label="VMs">{formatExact(group.count)}</td>
            <td data-label="vCPU">{formatNumber(group.vcpu)}</td>
            <td data-label="of memory">{formatSize(group.memory_gib, 'GiB')}</td>
            <td data-label="of disk">{group.disk_gb == null ? '\u2013' : formatSize(group.disk_gb, 'GB')}</td>
            <td className={classes.sum}>{formatSize(group.memory_gib * group.count, 'GiB')}</td>
            <td className={classes.sum}>
              {group.disk_gb == null ? '\u2013' : formatSize(group.disk_gb * group.count, 'GB')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
