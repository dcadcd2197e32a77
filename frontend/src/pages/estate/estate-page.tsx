import { Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { columnsOf, errorText } from '@/api/client';
import type { Plan } from '@/api/types';
import { Notice } from '@/components/notice';
import { Section } from '@/components/section';
import frame from '@/components/page-frame.module.css';
import { PageHeader } from '@/components/page-header';
import { heldFiles, holdFiles, KINDS, namesReplaced, onHeldFiles } from '@/features/estate/dropped-files';
import { VmMappingForm } from '@/features/estate/mapping-form';
import { readFiles } from '@/features/estate/queries';
import { ReplaceNames } from '@/features/estate/replace-names';
import { formatSize } from '@/lib/sizes';

import { EstateView } from './estate-view';

import classes from './estate-page.module.css';

interface Props {
  onPlan: (plan: Plan) => void;
}

/** An export of what people have: at a glance, then what is counted, then a plan. */
export function EstatePage({ onPlan }: Props) {
  const files = useSyncExternalStore(onHeldFiles, heldFiles);
  const anonymous = useSyncExternalStore(onHeldFiles, namesReplaced);
  const [mapping, setMapping] = useState<{ of: readonly File[]; columns: Record<string, string> } | null>(
    null,
  );
  const columnsKnown = mapping?.of === files ? mapping.columns : undefined;
  const reading = useMutation({
    mutationFn: ({ chosen, ...how }: { chosen: readonly File[] } & Parameters<typeof readFiles>[1]) =>
      readFiles(chosen, how),
  });
  const { mutate, reset } = reading;
  useEffect(() => {
    if (files.length > 0)
      mutate({ chosen: files, anonymous, ...(columnsKnown && { mapping: columnsKnown }) });
    else reset();
  }, [files, anonymous, columnsKnown, mutate, reset]);
  const columns = columnsOf(reading.error);
  const names = files.map((each) => each.name).join(', ');
  return (
    <>
      <title>{names ? `${names} \u2013 Hostwise` : 'Import an estate \u2013 Hostwise'}</title>
      <PageHeader />
      <main id="content" tabIndex={-1} className={frame.page}>
        {reading.data ? (
          <EstateView key={reading.submittedAt} reading={reading.data} onPlan={onPlan} />
        ) : (
          <>
            <h1 className={frame.title}>Import an estate</h1>
            {reading.isPending && (
              <p className={classes.progress} role="status">
                Reading {names}, {formatSize(files.reduce((sum, each) => sum + each.size, 0) / 1e9, 'GB')}
                {'\u2026'}
              </p>
            )}
            {columns.length > 0 ? (
              <Section title="Which column is what?" hint={names}>
                <VmMappingForm
                  columns={columns}
                  busy={reading.isPending}
                  onMapping={(columns) => setMapping({ of: files, columns })}
                />
              </Section>
            ) : (
              reading.error && (
                <Notice tone="error" title="The file cannot be read.">
                  {errorText(reading.error)}
                </Notice>
              )
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
      <ReplaceNames />
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
