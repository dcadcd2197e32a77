import { Button, FileButton } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { errorText } from '@/api/client';
import type { EstateChoices, EstateReading, Plan } from '@/api/types';
import { FoldedSection } from '@/components/folded-section';
import { Notice } from '@/components/notice';
import { PageHeader } from '@/components/page-header';
import { Section } from '@/components/section';
import { heldFiles, holdFiles, KINDS, onHeldFiles } from '@/features/estate/dropped-files';
import { EstateFigures } from '@/features/estate/estate-figures';
import { EstateFindings, TabTable } from '@/features/estate/estate-findings';
import { EstateParts } from '@/features/estate/estate-parts';
import { GroupTable } from '@/features/estate/group-table';
import { groupsQuery, planOf, readFiles } from '@/features/estate/queries';
import { ScopeForm } from '@/features/estate/scope-form';
import { VmTable } from '@/features/estate/vm-table';
import { formatExact } from '@/lib/format';
import { formatSize } from '@/lib/sizes';

import classes from './estate-page.module.css';

interface Props {
  onPlan: (plan: Plan) => void;
}

/** An export of what people have: at a glance, then what is counted, then a plan. */
export function EstatePage({ onPlan }: Props) {
  const files = useSyncExternalStore(onHeldFiles, heldFiles);
  const reading = useMutation({ mutationFn: (chosen: readonly File[]) => readFiles(chosen) });
  const { mutate, reset } = reading;
  useEffect(() => {
    if (files.length > 0) mutate(files);
    else reset();
  }, [files, mutate, reset]);
  const names = files.map((each) => each.name).join(', ');
  return (
    <>
      <title>{names ? `${names} \u2013 Hostwise` : 'Import an estate \u2013 Hostwise'}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={classes.page}>
        {reading.data ? (
          <Estate key={reading.submittedAt} reading={reading.data} onPlan={onPlan} />
        ) : (
          <>
            <h1 className={classes.title}>Import an estate</h1>
            {reading.isPending && (
              <p className={classes.progress} role="status">
                Reading {names}, {formatSize(files.reduce((sum, each) => sum + each.size, 0) / 1e9, 'GB')}
                {'\u2026'}
              </p>
            )}
            {reading.error && (
              <Notice tone="error" title="The file cannot be read.">
                {errorText(reading.error)}
              </Notice>
            )}
            {!reading.isPending && <Choose />}
          </>
        )}
      </main>
    </>
  );
}

const SOURCES = [
  ['RVTools', 'workbook, or a zip of its CSV files; several vCenters together'],
  ['Live Optics', 'workbook, CSV of the VMs, or the zip as it is downloaded'],
  ['Nutanix Collector', 'workbook'],
  ['Azure Migrate', 'CSV of an import'],
  ['Hyper-V, Proxmox', 'CSV of a script, JSON of /cluster/resources'],
  ['A table of your own', 'CSV or workbook with a name, vCPU and memory'],
  ['A live vCenter', 'the file that hostwise collect vcenter writes'],
] as const;

function Choose() {
  return (
    <div className={classes.choose}>
      <p>Drop an export anywhere on this page, or</p>
      <FileButton
        multiple
        accept={KINDS}
        inputProps={{ 'aria-label': 'Export of an estate' }}
        onChange={holdFiles}
      >
        {(props) => (
          <Button {...props} variant="filled">
            Choose a file
          </Button>
        )}
      </FileButton>
      <dl>
        {SOURCES.map(([name, what]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="soft small">
        The file is read in this installation and not kept. What becomes of it is a plan that you may save.
      </p>
    </div>
  );
}

interface EstateProps extends Props {
  reading: EstateReading;
}

function Estate({ reading, onPlan }: EstateProps) {
  const { inventory, glance, sources, tabs, findings } = reading;
  const [source] = sources;
  const file = source?.file ?? 'estate';
  const [choices, setChoices] = useState<EstateChoices>({ name: file.replace(/\.[a-z]+$/i, '') || file });
  const { data: answer, error } = useQuery({
    ...groupsQuery(inventory, choices),
    placeholderData: keepPreviousData,
  });
  const making = useMutation({
    mutationFn: () => planOf(inventory, choices),
    onSuccess: ({ plan }) => plan && onPlan(plan as Plan),
  });
  const counted = answer?.counted;
  const read = tabs.reduce((sum, each) => sum + each.rows_read, 0);
  const rejected = tabs.reduce((sum, each) => sum + each.rows_rejected, 0);
  return (
    <>
      <h1 className={classes.title}>{file}</h1>
      <p className={classes.lead}>
        Read as{' '}
        {[...new Set(sources.map((each) => [each.label, each.version].filter(Boolean).join(' ')))].join(', ')}
        {read > 0 &&
          `: ${formatExact(read)} rows, ${rejected > 0 ? `${formatExact(rejected)} of them left out` : 'all taken'}`}
        .
      </p>
      <EstateFigures glance={glance} />
      <div className={classes.size}>
        <div>
          <strong>
            {counted
              ? `${formatExact(counted.vms)} VMs with ${counted.vcpu === null ? 'unknown' : formatExact(counted.vcpu)} vCPU, ${formatSize(counted.memory_gib ?? 0, 'GiB')} of memory and ${formatSize(counted.disk_gb ?? 0, 'GB')} of disk are counted`
              : 'Counting\u2026'}
          </strong>
          <p className="soft small">
            {glance.hosts > 0 ? 'Compares the hosts as they are with' : 'Compares'} three servers of today at
            indicative prices, each with the memory and drives that make it cheapest.
          </p>
        </div>
        <Button
          variant="filled"
          size="md"
          loading={making.isPending}
          disabled={answer?.groups.length === 0}
          onClick={() => making.mutate()}
        >
          Size this
        </Button>
      </div>
      {(error ?? making.error) && <Notice tone="error">{errorText(error ?? making.error)}</Notice>}
      {answer?.why_no_plan && <Notice tone="warning">{answer.why_no_plan}</Notice>}
      <div className={classes.columns}>
        <EstateParts
          title="Where memory and disk go"
          head="Cluster"
          parts={glance.clusters}
          nameless="In no cluster"
          withHosts={glance.hosts > 0}
        />
        <EstateParts title="Guest systems" head="System" parts={glance.guest_systems} nameless="Unknown" />
      </div>
      <Section
        title="What to know about this source"
        hint="what it cannot say is assumed, and marked in the plan"
      >
        <EstateFindings findings={[...findings, ...(answer?.findings ?? [])]} missing={glance.missing} />
      </Section>
      <Section title="What is counted">
        <ScopeForm
          choices={choices}
          glance={glance}
          attributes={answer?.attributes ?? []}
          onChange={setChoices}
        />
        {answer && answer.exclusions.length > 0 && (
          <ul className={classes.left}>
            {answer.exclusions.map((each) => (
              <li key={each.reason}>
                {formatExact(each.vms)} left out: {each.label}{' '}
                <span className="soft">
                  ({each.examples.join(', ')}
                  {each.vms > each.examples.length ? ', \u2026' : ''})
                </span>
              </li>
            ))}
          </ul>
        )}
        {answer && <GroupTable groups={answer.groups} />}
      </Section>
      {glance.largest.length > 0 && (
        <Section title="VMs that stand out" hint="one of them may decide the size of a host">
          <ul className={classes.left}>
            {glance.largest.map((each) => (
              <li key={each.name}>
                <strong>{each.name}</strong>
                {each.cluster && ` in ${each.cluster}`}: {each.why}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <FoldedSection name="estate-vms" title="All VMs" hint={formatExact(inventory.vms.name.length)}>
        <VmTable vms={inventory.vms} />
      </FoldedSection>
      {tabs.length > 0 && (
        <FoldedSection
          name="estate-rows"
          title="Rows of the file"
          hint="taken, repaired and left out, by tab"
        >
          <TabTable tabs={tabs} />
        </FoldedSection>
      )}
    </>
  );
}
