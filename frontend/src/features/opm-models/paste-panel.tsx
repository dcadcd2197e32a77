import { Button, FileButton, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { errorText } from '@/api/client';
import { Notice } from '@/components/notice';

import { isBlank } from './model-form';
import classes from './paste-panel.module.css';
import { readOpmText } from './queries';
import { leftToCorrect, linesOf } from './read-lines';
import { ReadingReport } from './reading-report';
import type { ModelEditor } from './use-model-editor';

const EXAMPLE = 'medium,overcommit,opm per vm,vms,minutes\nssd_local,1.5,5600,24,20\nssd_local,2,4900,32,20';

/** Points from pasted rows or a CSV file: read by the API, and shown line by line before any is taken. */
export function PastePanel({ editor }: { editor: ModelEditor }) {
  const [text, setText] = useState('');
  const reset = useRef<() => void>(null);
  const reading = useMutation({
    mutationFn: async (read: string) => ({ read, reading: await readOpmText(read) }),
  });
  const start = (next: string) => {
    setText(next);
    reading.mutate(next);
  };
  const outcome = reading.data;
  const lines = outcome ? linesOf(outcome.read, outcome.reading) : [];
  const take = (replace: boolean) => {
    const model = outcome?.reading.model;
    if (!model) return;
    editor.takePoints(model.points, model.measure ?? 'opm_per_vm', replace);
    setText(leftToCorrect(lines));
    reading.reset();
  };
  const existing = editor.form.points.filter((row) => !isBlank(row)).length;
  const sameMeasure = (outcome?.reading.model?.measure ?? editor.form.measure) === editor.form.measure;
  return (
    <div className={classes.panel}>
      <Textarea
        label="Rows to read"
        description="Separated by comma, semicolon or tab, with a header line: medium, overcommit, opm per vm (or total opm, or share), vms, minutes, note"
        placeholder={EXAMPLE}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        classNames={{ input: classes.text }}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button
          variant="light"
          disabled={text.trim() === ''}
          loading={reading.isPending}
          onClick={() => reading.mutate(text)}
        >
          Read the rows
        </Button>
        <FileButton
          resetRef={reset}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          inputProps={{ 'aria-label': 'CSV file with measurements' }}
          onChange={(file) => {
            if (!file) return;
            void file.text().then(start);
            reset.current?.();
          }}
        >
          {(props) => <Button {...props}>Read a CSV file</Button>}
        </FileButton>
      </div>
      {reading.error && (
        <Notice tone="error" title="Not read.">
          {errorText(reading.error)}
        </Notice>
      )}
      {outcome && (
        <ReadingReport
          reading={outcome.reading}
          lines={lines}
          changed={outcome.read !== text}
          existing={existing}
          sameMeasure={sameMeasure}
          onTake={take}
        />
      )}
    </div>
  );
}
