import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError, errorText } from '@/api/client';
import type { BlockSizes, Plan } from '@/api/types';
import { BASIS, basesOf, basisOfKind } from '@/charts/basis';
import { BlockSizeChart } from '@/charts/block-size-chart';
import { Notice } from '@/components/notice';
import { NumberEntry } from '@/components/number-entry';
import { ScrollRegion } from '@/components/scroll-region';
import { formatExact, formatListed, formatNumber, formatShare } from '@/lib/format';

import { blockSizesQuery } from './queries';
import classes from './read-cache.module.css';

interface Asked {
  io_kib: number | undefined;
  cache_gb: number | undefined;
  block_kib: number | undefined;
}

const PAUSE_MS = 250;

/** What the plan says of it, to begin with. */
function fromPlan(plan: Plan): Asked {
  const cache = plan.configurations.find((each) => each.read_cache)?.read_cache;
  const group = plan.workload.groups.find((each) => each.io_kib);
  return {
    io_kib: group?.io_kib ?? undefined,
    cache_gb: cache?.size_gb ?? undefined,
    block_kib: cache?.block_kib ?? undefined,
  };
}

/** Measured latency by block size, and the verdict of the rules on each size. */
export default function BlockSizesTool({ plan }: { plan: Plan }) {
  const [own, setOwn] = useState<Partial<Asked>>({});
  const asked: Asked = { ...fromPlan(plan), ...own };
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  const [settled] = useDebouncedValue(JSON.stringify(given), PAUSE_MS);
  const query = useQuery({
    ...blockSizesQuery({
      ...(JSON.parse(settled) as Partial<Record<keyof Asked, number>>),
      unit_convention: plan.unit_convention,
    }),
    placeholderData: keepPreviousData,
  });
  const problems = query.error instanceof ApiError ? query.error.fields : [];
  const problemOf = (name: keyof Asked) =>
    problems
      .filter((each) => each.pointer.endsWith(name))
      .map((each) => each.message)
      .join(' ') || undefined;
  const entry = (name: keyof Asked, label: string, unit: string) => (
    <NumberEntry
      label={label}
      unit={unit}
      value={asked[name]}
      error={problemOf(name)}
      onChange={(value) => setOwn({ ...own, [name]: value })}
    />
  );
  return (
    <>
      <div className={classes.asked}>
        {entry('io_kib', 'Size of most I/Os', 'KiB')}
        {entry('cache_gb', 'Cache', 'GB')}
        {entry('block_kib', 'Block size to check', 'KiB')}
      </div>
      {query.error && problems.length === 0 && <Notice tone="error">{errorText(query.error)}</Notice>}
      {query.data && (
        <div className={classes.blocks} aria-busy={query.isPlaceholderData}>
          <BlockSizeChart sizes={query.data} />
          <BlockTable sizes={query.data} />
        </div>
      )}
    </>
  );
}

function BlockTable({ sizes }: { sizes: BlockSizes }) {
  const kinds = basesOf(sizes.sizes.map((each) => basisOfKind(each.metadata_kind)));
  const reasons = new Set(sizes.sizes.map((each) => each.reason));
  // What holds for all of them is said once, below.
  const same = reasons.size === 1;
  // They are known for a cache of a given size only.
  const counted = sizes.sizes.some((each) => each.blocks !== null);
  return (
    <div>
      <ScrollRegion className={classes.frame} label="Rules by block size, table">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Block</th>
              <th scope="col" className={classes.left}>
                By the rules
              </th>
              {counted && <th scope="col">Blocks</th>}
              <th scope="col">Host memory, {kinds.map((each) => BASIS[each].label).join(' or ')}</th>
            </tr>
          </thead>
          <tbody>
            {sizes.sizes.map((each) => (
              <tr key={each.block_kib} data-block={each.block_kib}>
                <th scope="row">{`${formatExact(each.block_kib)}\u00a0KiB`}</th>
                <td className={classes.left}>
                  <span
                    className={classes.verdict}
                    data-verdict={each.recommended ? 'usable' : each.valid ? 'allowed' : 'refused'}
                  >
                    {each.recommended ? 'best fit' : each.valid ? 'allowed' : 'not allowed'}
                  </span>{' '}
                  {same ? null : each.reason}
                </td>
                {counted && <td>{each.blocks === null ? '' : formatListed(each.blocks)}</td>}
                <td title={BASIS[basisOfKind(each.metadata_kind)].meaning}>
                  {each.metadata_mib === null
                    ? formatShare(each.metadata_share)
                    : `${formatNumber(each.metadata_mib)}\u00a0MiB`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {same && <p className={classes.note}>{reasons}</p>}
      <p className={classes.note}>{sizes.metadata_note}</p>
    </div>
  );
}
