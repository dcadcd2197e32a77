import { Button, FileButton, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { columnsOf, errorText } from '@/api/client';
import type { PartPrice, Plan } from '@/api/types';
import { Dialog } from '@/components/dialog';
import type { Mapping } from '@/components/mapping-form';
import { Notice } from '@/components/notice';
import { QuoteColumns } from '@/components/quote-columns';

import type { Parts } from './use-parts';
import classes from './prices.module.css';
import { readQuote } from './queries';
import { QuoteLines } from './quote-lines';
import { type Common, type Picked, pricesOfQuote } from './quote-prices';
import { currenciesWithoutRate, currencyOf, usualDate } from './rows';

interface Props {
  plan: Plan;
  parts: Parts;
  /** A quote to begin with. */
  file?: File;
  onClose: () => void;
  /** The way to audit the file instead. */
  onAudit?: () => void;
  onPrices: (prices: readonly PartPrice[]) => void;
}

interface Asked {
  content: Blob;
  name: string;
  mapping?: Mapping;
}

/** A vendor's quote becomes prices: pasted or as a file, its columns named once, and a part for each line. */
export function QuoteDialog({ plan, parts, file, onClose, onAudit, onPrices }: Props) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Picked>({});
  const [common, setCommon] = useState<Common>({
    quote: '',
    source: '',
    currency: currencyOf(plan),
    date: usualDate(plan),
    validUntil: '',
  });
  const reading = useMutation({
    mutationFn: ({ content, name, mapping }: Asked) => readQuote(content, name, mapping),
    onSuccess: (_, { name }) => {
      setPicked({});
      setCommon((before) => ({ ...before, quote: before.quote || name.replace(/\.\w+$/, '') }));
    },
  });
  const { data, error, variables, isPending, mutate, reset } = reading;
  useEffect(() => {
    if (file) mutate({ content: file, name: file.name });
  }, [file, mutate]);
  const columns = columnsOf(error);
  const found = data ? pricesOfQuote(data, picked, common) : null;
  const pasted = () => mutate({ content: new Blob([text]), name: 'Pasted quote' });
  const without = found ? currenciesWithoutRate(plan, found.prices) : [];
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Prices of a quote"
      width={1080}
      actions={
        found ? (
          <>
            {onAudit && <Button onClick={onAudit}>Audit it instead</Button>}
            <Button onClick={() => reset()}>Read another</Button>
            <Button
              variant="filled"
              disabled={found.prices.length === 0 || found.problem !== null}
              onClick={() => onPrices(found.prices)}
            >
              Use {found.prices.length === 1 ? 'this price' : `these ${String(found.prices.length)} prices`}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            {columns.length === 0 && (
              <Button variant="filled" disabled={text.trim() === ''} loading={isPending} onClick={pasted}>
                Read it
              </Button>
            )}
          </>
        )
      }
    >
      {data ? (
        <QuoteLines
          reading={data}
          parts={parts}
          picked={picked}
          common={common}
          onPick={(line, part) => setPicked((before) => ({ ...before, [line]: part }))}
          onCommon={(fields) => setCommon((before) => ({ ...before, ...fields }))}
        />
      ) : columns.length > 0 && variables ? (
        <>
          <p>Which column is what?</p>
          <QuoteColumns
            columns={columns}
            busy={isPending}
            onMapping={(mapping) => mutate({ ...variables, mapping })}
          />
        </>
      ) : (
        <>
          <Textarea
            className={classes.paste}
            label="Paste the table of the quote here, with its header"
            value={text}
            autosize
            maxRows={14}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className={classes.buttons}>
            <span>or</span>
            <FileButton
              accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.ods"
              inputProps={{ 'aria-label': 'File of a quote' }}
              onChange={(file) => file && mutate({ content: file, name: file.name })}
            >
              {(props) => (
                <Button {...props} size="compact-sm" loading={isPending}>
                  Choose a file
                </Button>
              )}
            </FileButton>
            <span className="soft small">Workbook or CSV; it is read here and not kept.</span>
          </div>
        </>
      )}
      {error && columns.length === 0 && (
        <Notice tone="error" title="The quote cannot be read.">
          {errorText(error)}
        </Notice>
      )}
      {found?.problem != null && <p role="alert">{found.problem}</p>}
      {without.length > 0 && (
        <Notice tone="warning">
          The plan is in {currencyOf(plan)}: add the exchange rate of {without.join(' and ')}, or these prices
          cannot be used.
        </Notice>
      )}
    </Dialog>
  );
}
