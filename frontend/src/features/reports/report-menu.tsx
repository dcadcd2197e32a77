import { Button, Loader, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { errorText } from '@/api/client';
import { useCommands } from '@/components/commands';
import { HeaderButton } from '@/components/header-button';
import { ReportIcon } from '@/components/icons';
import { Notice } from '@/components/notice';
import { download } from '@/lib/download';

import { CoverDialog } from './cover-dialog';
import type { MakeReport, ReportKind } from './queries';
import classes from './report-menu.module.css';

const REPORTS: readonly { kind: ReportKind; item: string }[] = [
  { kind: { format: 'pdf' }, item: 'PDF' },
  { kind: { format: 'docx' }, item: 'Word document' },
  { kind: { format: 'pptx' }, item: 'PowerPoint slides' },
  { kind: { format: 'pdf', appendix: true }, item: 'PDF with all inputs and formulas' },
  { kind: { format: 'xlsx' }, item: 'Excel workbook (live formulas)' },
  { kind: { format: 'csv' }, item: 'CSV' },
  { kind: { format: 'md' }, item: 'Markdown' },
  { kind: { format: 'json' }, item: 'Result (JSON)' },
];

/** What each format is called while it is made. */
const FILES: Record<string, string> = {
  pdf: 'PDF',
  docx: 'Word document',
  pptx: 'slides',
  xlsx: 'workbook',
  csv: 'CSV file',
  md: 'Markdown file',
  json: 'JSON file',
};

const FOR_CUSTOMER = 'For a customer: title, logo, template\u2026';

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
  const file = FILES[report.variables?.format ?? ''] ?? '';
  const [asks, setAsks] = useState(false);
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
    {
      id: 'report for customer',
      kind: 'action',
      label: `Report: ${FOR_CUSTOMER}`,
      words: 'download export word powerpoint cover author',
      run: () => setAsks(true),
    },
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
          <Menu.Divider />
          <Menu.Item onClick={() => setAsks(true)}>{FOR_CUSTOMER}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CoverDialog
        opened={asks}
        onClose={() => setAsks(false)}
        onMake={(kind) => {
          setAsks(false);
          report.mutate(kind);
        }}
      />
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
