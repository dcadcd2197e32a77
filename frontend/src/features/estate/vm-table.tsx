import { TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';

import type { VmColumns } from '@/api/types';
import { formatExact } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './vm-table.module.css';

const ROW = 30;
/** VMs that are found without a search. */
const FEW = 12;

/** What a VM is told apart by beside its name; left out where no VM has it, and where there is no room. */
const TEXTS = [
  { key: 'cluster', label: 'Cluster' },
  { key: 'os', label: 'System' },
] as const;

const COLUMNS = [
  { key: 'vcpu', label: 'vCPU', text: (value: number) => formatExact(value) },
  { key: 'memory_gib', label: 'Memory', text: (value: number) => formatSize(value, 'GiB') },
  { key: 'disk_gb', label: 'Disk', text: (value: number) => formatSize(value, 'GB') },
] as const;

type Key = (typeof COLUMNS)[number]['key'];

interface Props {
  vms: VmColumns;
  /** Places of the VMs that are shown; all of them without it. */
  only?: readonly number[];
}

/** VMs, the largest first. Only the rows that can be seen are drawn. */
export function VmTable({ vms, only }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const [by, setBy] = useState<Key>('memory_gib');
  const [like, setLike] = useState('');
  const value = (key: Key, at: number) =>
    (key === 'disk_gb' ? (vms.disk_gb?.[at] ?? vms.provisioned_gb?.[at]) : vms[key]?.[at]) ?? null;
  const places = useMemo(() => {
    const wanted = like.trim().toLowerCase();
    const of = (at: number) =>
      (by === 'disk_gb' ? (vms.disk_gb?.[at] ?? vms.provisioned_gb?.[at]) : vms[by]?.[at]) ?? -1;
    return (only ?? vms.name.map((_, at) => at))
      .filter((at) => !wanted || rowText(vms, at).includes(wanted))
      .sort((one, other) => of(other) - of(one));
  }, [vms, only, by, like]);
  const texts = TEXTS.filter(({ key }) => vms[key]?.some((each) => each));
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  });
  return (
    <div className={classes.root}>
      {(only === undefined || only.length > FEW) && (
        <TextInput
          size="sm"
          className={classes.search}
          aria-label="Show VMs with this in their name, cluster or system"
          placeholder="name, cluster or system"
          value={like}
          onChange={(event) => setLike(event.currentTarget.value)}
        />
      )}
      <p className="soft small" role="status">
        {formatExact(places.length)} of {formatExact(vms.name.length)} VMs
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className={classes.scroller} role="region" aria-label="VMs" tabIndex={0}>
        <div
          role="table"
          aria-label="VMs"
          aria-rowcount={places.length + 1}
          className={classes.table}
          data-texts={texts.length}
        >
          <div role="row" aria-rowindex={1} className={classes.head}>
            <span role="columnheader">Name</span>
            {texts.map(({ key, label }) => (
              <span key={key} role="columnheader" className={classes.text}>
                {label}
              </span>
            ))}
            {COLUMNS.map(({ key, label }) => (
              <span key={key} role="columnheader" aria-sort={by === key ? 'descending' : 'none'}>
                <button type="button" className="link-button" onClick={() => setBy(key)}>
                  {label}
                </button>
              </span>
            ))}
          </div>
          <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
            {rows.getVirtualItems().map(({ index, start }) => {
              const at = places[index] ?? 0;
              return (
                <div
                  key={at}
                  role="row"
                  aria-rowindex={index + 2}
                  className={classes.row}
                  style={{ transform: `translateY(${String(start)}px)` }}
                >
                  <span role="rowheader" title={vms.name[at]}>
                    {vms.name[at]}
                    {vms.power[at] !== 'on' && <span className="soft"> ({stateOf(vms, at)})</span>}
                  </span>
                  {texts.map(({ key }) => (
                    <span key={key} role="cell" className={classes.text} title={vms[key]?.[at]}>
                      {vms[key]?.[at]}
                    </span>
                  ))}
                  {COLUMNS.map(({ key, text }) => {
                    const number = value(key, at);
                    return (
                      <span key={key} role="cell">
                        {number === null ? '\u2013' : text(number)}
                      </span>
                    );
                  })}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

const stateOf = (vms: VmColumns, at: number) => (vms.template[at] ? 'template' : vms.power[at]);

const rowText = (vms: VmColumns, at: number) =>
  [vms.name[at], vms.cluster?.[at], vms.os?.[at]].join('\n').toLowerCase();
