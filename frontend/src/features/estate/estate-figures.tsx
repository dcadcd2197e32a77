import type { EstateGlance } from '@/api/types';
import { formatExact, formatRough } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './estate.module.css';

/** An estate in six figures. */
export function EstateFigures({ glance }: { glance: EstateGlance }) {
  const { totals, hosts, running, vcpu_per_core: ratio, memory_per_host_memory: memory } = glance;
  return (
    <dl className={classes.figures}>
      <Figure label="VMs" value={formatExact(totals.vms)} note={`${formatExact(running)} run`} />
      <Figure
        label="vCPU"
        value={totals.vcpu === null ? '\u2013' : formatExact(totals.vcpu)}
        note={ratio === null ? undefined : `${formatRough(ratio)} vCPU per core`}
      />
      <Figure
        label="Memory"
        value={totals.memory_gib === null ? '\u2013' : formatSize(totals.memory_gib, 'GiB')}
        note={memory === null ? undefined : `${formatRough(memory)} GiB per GiB of host memory`}
      />
      <Figure
        label="Disk"
        value={totals.disk_gb === null ? '\u2013' : formatSize(totals.disk_gb, 'GB')}
        note={totals.used_gb === null ? undefined : `${formatSize(totals.used_gb, 'GB')} in use`}
      />
      <Figure
        label="Hosts"
        value={hosts === 0 ? 'none' : formatExact(hosts)}
        note={
          glance.cores === null
            ? hosts === 0
              ? 'not in this export'
              : undefined
            : `${formatExact(glance.cores)} cores${
                glance.host_memory_gib === null ? '' : `, ${formatSize(glance.host_memory_gib, 'GiB')}`
              }`
        }
      />
    </dl>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note !== undefined && <dd className={classes.note}>{note}</dd>}
    </div>
  );
}
