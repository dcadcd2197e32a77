import { Button, FileButton, Textarea } from '@mantine/core';
import { useState } from 'react';

import { columnsOf, errorText } from '@/api/client';
import type { Mapping } from '@/components/mapping-form';
import { Notice } from '@/components/notice';
import { QuoteColumns } from '@/components/quote-columns';

import classes from './quote-audit.module.css';

/** The file or text of a proposal, and which of its columns is what where a person said so. */
export interface Entered {
  content: Blob;
  name: string;
  mapping?: Mapping;
}

interface Props {
  /** What is read, or could not be. */
  entered: Entered | undefined;
  busy: boolean;
  error: Error | null;
  onEnter: (entered: Entered) => void;
  onAnother: () => void;
}

/** Takes a proposal: dropped on the page, chosen, or pasted. */
export function ProposalEntry({ entered, busy, error, onEnter, onAnother }: Props) {
  const [text, setText] = useState('');
  const columns = columnsOf(error);
  if (columns.length > 0 && entered)
    return (
      <div className={classes.entry}>
        <h2>Which column of {entered.name} is what?</h2>
        <QuoteColumns
          columns={columns}
          busy={busy}
          onMapping={(mapping) => onEnter({ ...entered, mapping })}
        />
        <Button size="compact-sm" onClick={onAnother}>
          Take another file
        </Button>
      </div>
    );
  return (
    <div className={classes.entry}>
      <div className={classes.choose}>
        <p>Drop the file anywhere on this page, or</p>
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.json"
          inputProps={{ 'aria-label': 'File of a proposal' }}
          onChange={(file) => file && onEnter({ content: file, name: file.name })}
        >
          {(props) => (
            <Button {...props} variant="filled" loading={busy}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </div>
      {error && (
        <Notice tone="error" title={`${entered?.name ?? 'The proposal'} cannot be read.`}>
          {errorText(error)} A table with parts, quantities and prices is needed, or items with amounts by
          year.
        </Notice>
      )}
      <form
        className={classes.pasted}
        onSubmit={(event) => {
          event.preventDefault();
          onEnter({ content: new Blob([text]), name: 'Pasted proposal' });
        }}
      >
        <Textarea
          label="Or paste its table, with the header"
          value={text}
          autosize
          minRows={5}
          maxRows={14}
          classNames={{ input: classes.table }}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={text.trim() === ''} loading={busy}>
          Audit it
        </Button>
      </form>
      <p className="soft small">
        A quote with parts and prices, or a comparison of costs by year; workbook, CSV or JSON. It is read in
        this installation and not kept.
      </p>
    </div>
  );
}
