import { Checkbox } from '@mantine/core';

import type { ConfigurationReadCache, ReadCachePage } from '@/api/types';
import { ConfigurationTable, type TableRow } from '@/components/configuration-table';
import { FindingsList } from '@/features/findings/findings-list';
import { Notice } from '@/components/notice';
import { usePlanActions } from '@/plan/plan-actions';
import { Section } from '@/components/section';

import { CasesTable } from './cases-table';
import classes from './read-cache.module.css';
import { failoverRows, latencyRows, migrationRows, sizeRows } from './read-cache-rows';
import { Support } from './support';

interface Props {
  page: ReadCachePage;
  currency: string;
  /** Names of the groups whose reads are spread evenly over their data. */
  uniform: readonly string[];
  onUniform: (group: string, on: boolean) => void;
}

/** The read cache in all configurations side by side, in the order in which people ask. */
export function ReadCacheAnswer({ page, currency, uniform, onUniform }: Props) {
  const { configurations } = page;
  const cached = configurations.filter((each) => each.has_read_cache);
  const groups = cached[0]?.groups.map((each) => each.name) ?? [];
  const findings = configurations.flatMap((each) => each.findings);
  const table = (
    label: string,
    rows: TableRow<ConfigurationReadCache>[],
    corner = 'One VM of each group',
    content?: 'figures' | 'words' | 'prose',
  ) => (
    <ConfigurationTable
      label={`${label}, table`}
      corner={corner}
      columns={configurations}
      rows={rows}
      content={content}
    />
  );
  return (
    <>
      <Section title="Is there a read cache">
        {table(
          'Support',
          [
            {
              key: 'support',
              label: 'version of the hypervisor',
              cell: (each) => <Support support={each.support} />,
              says: ({ support }) => `${String(support.supported)} ${support.reason}`,
            },
          ],
          '',
          'prose',
        )}
        <div className={classes.below}>
          {cached.length === 0 && <NoneYet configurations={configurations} />}
          {findings.length > 0 && <FindingsList findings={findings} configurations={configurations} />}
        </div>
      </Section>
      {cached.length > 0 && (
        <>
          <Section title="Latency" hint="Without and with the cache">
            {table('Latency', latencyRows(groups, currency))}
          </Section>
          <Section title="Size" hint="From the data that is read repeatedly">
            {table('Size', sizeRows(groups, currency), undefined, 'words')}
            <div className={classes.uniform}>
              {groups.map((name) => (
                <Checkbox
                  key={name}
                  label={`${name}: reads are spread evenly over all of its data`}
                  checked={uniform.includes(name)}
                  onChange={(event) => onUniform(name, event.currentTarget.checked)}
                />
              ))}
            </div>
            <p className="soft small">{page.geometry_note}</p>
          </Section>
          <Section title="When a VM moves" hint="Migrate the cache, or drop it and warm up again">
            {table('Migration', migrationRows(groups, currency), undefined, 'words')}
          </Section>
          <Section
            title="When a host fails"
            hint="Its caches are lost: VMs restart elsewhere with an empty one"
          >
            {table('Failover', failoverRows(currency), 'Whole cluster')}
          </Section>
          <Section title="Measured cases" hint="Compared with the model, using the flash of this plan">
            <CasesTable configurations={cached} />
          </Section>
        </>
      )}
    </>
  );
}

function NoneYet({ configurations }: { configurations: readonly ConfigurationReadCache[] }) {
  const { focusField } = usePlanActions();
  return (
    <Notice tone="info" title="No configuration of this plan has a read cache.">
      Set the cache size of one to see latency, the right size and the cost of moving a VM:{' '}
      {configurations.map((each, index) => (
        <span key={each.key}>
          {index > 0 && ', '}
          <button
            type="button"
            className="link-button"
            onClick={() => focusField(`/configurations/${index}/read_cache/size_gb`)}
          >
            {each.name}
          </button>
        </span>
      ))}
      .
    </Notice>
  );
}
