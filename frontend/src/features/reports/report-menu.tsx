import { Button, Loader, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

import { errorText } from '@/api/client';
import { useCommands } from '@/components/commands';
import { HeaderButton } from '@/components/header-button';
import { ReportIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { download } from '@/lib/download';

import type { MakeReport, ReportKind } from './queries';
import classes from './report-menu.module.css';

const REPORTS: readonly { kind: ReportKind; item: string; file: string }[] = [
  { kind: { format: 'pdf' }, item: 'PDF', file: 'PDF' },
  { kind: { format: 'pdf', appendix: true }, item: 'PDF with all inputs and formulas', file: 'PDF' },
  { kind: { format: 'xlsx' }, item: 'Excel workbook (live formulas)', file: 'workbook' },
  { kind: { format: 'csv' }, item: 'CSV', file: 'CSV file' },
  { kind: { format: 'md' }, item: 'Markdown', file: 'Markdown file' },
  { kind: { format: 'json' }, item: 'Result (JSON)', file: 'JSON file' },
];

interface Props {
  make: MakeReport;
  /** The plan as a file, which needs no making. */
  planFile: () => { name: string; content: Blob };
}

/** What can be taken away from the page as a file. */
export function ReportMenu({ make, planFile }: Props) {
  const running = useRef<AbortController>(null);
  const report = useMutation({
    mutationFn: (kind: ReportKind) => {
      running.current?.abort();
      running.current = new AbortController();
      return make(kind, running.current.signal);
    },
    onSuccess: ({ name, content }) => download(name, content),
  });
  const file = REPORTS.find((each) => each.kind === report.variables)?.file ?? '';
  const saveFile = () => {
    const { name, content } = planFile();
    download(name, content);
  };
  useCommands(() => [
    ...REPORTS.map(
      ({ kind: wanted, item }) =>
        ({
          id: `report ${item}`,
          kind: 'action',
          label: `Report: ${item}`,
          words: 'download export',
          run: () => report.mutate(wanted),
        }) as const,
    ),
    { id: 'plan file', kind: 'action', label: 'Plan (JSON)', words: 'download export', run: saveFile },
  ]);
  const stop = () => {
    running.current?.abort();
    report.reset();
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <HeaderButton icon={<ReportIcon size={14} />}>Report</HeaderButton>
        </Menu.Target>
        <Menu.Dropdown>
          {REPORTS.map(({ kind, item }) => (
            <Menu.Item key={item} onClick={() => report.mutate(kind)}>
              {item}
            </Menu.Item>
          ))}
          <Menu.Item onClick={saveFile}>Plan (JSON)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {report.isPending && (
        <div className={classes.status}>
          <Notice tone="info" actions={<Button onClick={stop}>Cancel</Button>}>
            <Loader size={12} color="gray" aria-hidden="true" className={classes.loader} />
            Making the {file}
            {'\u2026'}
          </Notice>
        </div>
      )}
      {report.error && (
        <div className={classes.status}>
          <Notice
            tone="error"
            title={`The ${file} could not be made.`}
            actions={
              <>
                <Button onClick={stop}>Dismiss</Button>
                <Button onClick={() => report.mutate(report.variables)}>Try again</Button>
              </>
            }
          >
            {errorText(report.error)}
          </Notice>
        </div>
      )}
    </>
  );
}
