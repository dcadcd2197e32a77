import { TextInput } from '@mantine/core';

import type { QuoteLine, QuoteReading } from '@/api/types';
import { formatListed } from '@/lib/format';

import { PartPicker } from './part-picker';
import type { Parts } from './use-parts';
import classes from './prices.module.css';
import { type Common, partOf, type Picked } from './quote-prices';

const KINDS = {
  part: null,
  sum: 'a sum',
  charge: 'shipping, service or tax',
  option: 'an option, in no sum',
  no_price: 'without a price of its own',
} as const;

interface Props {
  reading: QuoteReading;
  parts: Parts;
  picked: Picked;
  common: Common;
  onPick: (line: number, part: string | null) => void;
  onCommon: (fields: Partial<Common>) => void;
}

/** The lines of a quote, each with the part that it is, and what holds for all of them. */
export function QuoteLines({ reading, parts, picked, common, onPick, onCommon }: Props) {
  const open = reading.lines.filter((each) => each.kind === 'part' && partOf(each, picked) === null).length;
  const field = (name: keyof Common, label: string) => (
    <TextInput
      size="xs"
      label={label}
      value={common[name]}
      onChange={(event) => onCommon({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={classes.common}>
        {field('quote', 'Quote')}
        {field('source', 'Offered by')}
        {field('currency', 'Currency, where none is named')}
        {field('date', 'Date, where none is named')}
        {field('validUntil', 'Valid until')}
      </div>
      {reading.findings.map((each) => (
        <p key={each.code + each.message} className="small">
          {each.message}
          {(each.rows ?? []).length > 0 && ` (line ${(each.rows ?? []).slice(0, 5).join(', ')})`}
        </p>
      ))}
      <table className={classes.table} aria-label="Lines of the quote">
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col" className={classes.number}>
              Quantity
            </th>
            <th scope="col" className={classes.number}>
              One piece
            </th>
            <th scope="col" style={{ width: '38%' }}>
              Part of the catalogue
            </th>
          </tr>
        </thead>
        <tbody>
          {reading.lines.map((line) => (
            <Line
              key={line.line}
              line={line}
              parts={parts}
              part={partOf(line, picked)}
              currency={line.currency ?? common.currency}
              onPick={(part) => onPick(line.line, part)}
            />
          ))}
        </tbody>
      </table>
      <p className="soft small">
        A part is proposed only where the line leaves no doubt.{' '}
        {open > 0 &&
          `${String(open)} ${open === 1 ? 'line has' : 'lines have'} no part and will not be used.`}
      </p>
    </>
  );
}

interface LineProps {
  line: QuoteLine;
  parts: Parts;
  part: string | null;
  currency: string;
  onPick: (part: string | null) => void;
}

function Line({ line, parts, part, currency, onPick }: LineProps) {
  const { kind, candidates, why_none: why } = line;
  const chosen = candidates.find((each) => each.part === part);
  return (
    <tr data-kind={kind}>
      <th scope="row" className={`${String(classes.said)} ${String(classes.wide)}`}>
        {line.description || line.part_number || `line ${String(line.line)}`}
        {line.description && line.part_number && <span className={classes.why}>{line.part_number}</span>}
      </th>
      <td className={classes.number} data-label="Quantity">
        {line.quantity !== null && formatListed(line.quantity)}
      </td>
      <td className={classes.number} data-label="One piece">
        {line.unit_price !== null && `${formatListed(line.unit_price)} ${currency}`}
      </td>
      <td className={classes.wide}>
        {kind === 'part' ? (
          <>
            <PartPicker
              label={`Part of line ${String(line.line)}`}
              parts={parts}
              value={part}
              candidates={candidates}
              onChange={onPick}
            />
            {part === null && why && <span className={classes.why}>{why}</span>}
            {chosen && <span className={classes.why}>price of {chosen.per}</span>}
          </>
        ) : (
          KINDS[kind]
        )}
      </td>
    </tr>
  );
}
