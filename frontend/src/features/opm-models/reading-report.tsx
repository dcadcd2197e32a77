import { Button } from '@mantine/core';

import type { OpmTextReading } from '@/api/types';
import { ScrollRegion } from '@/components/scroll-region';

import classes from './paste-panel.module.css';
import type { LineFate, ReadLine } from './read-lines';

interface Props {
  reading: OpmTextReading;
  lines: readonly ReadLine[];
  /** Whether the text was changed after it was read. */
  changed: boolean;
  /** How many points the model has already. */
  existing: number;
  /** Whether the rows say of a VM what the model's points say. */
  sameMeasure: boolean;
  onTake: (replace: boolean) => void;
}

const FATE: Record<LineFate, string> = {
  accepted: 'accepted',
  repaired: 'accepted, repaired',
  rejected: 'rejected',
  header: 'header',
  comment: 'comment, skipped',
  unknown: 'not listed',
};

/** What became of every line, and the choice what to do with the accepted ones. */
export function ReadingReport({ reading, lines, changed, existing, sameMeasure, onTake }: Props) {
  const { rows_read, rows_accepted, rows_rejected, rows_repaired, columns, separator } = reading;
  const points = rows_accepted === 1 ? '1 point' : `${String(rows_accepted)} points`;
  const used = columns.filter((each) => each.field !== null);
  return (
    <div className={classes.report} data-testid="reading-report">
      <p role="status">
        {String(rows_read)} {rows_read === 1 ? 'row' : 'rows'} read: {String(rows_accepted)} accepted
        {rows_repaired > 0 && ` (${String(rows_repaired)} of them repaired)`}, {String(rows_rejected)}{' '}
        rejected.{' '}
        <span className="soft">
          Separated by {separator}, decimal mark {reading.decimal_mark};{' '}
          {used.map((each) => `column ${String(each.column)}: ${fieldText(each.field)}`).join(', ')}.
        </span>
      </p>
      <ScrollRegion className={classes.lines} label="Lines of the text">
        <table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Text</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.number} data-fate={line.fate}>
                <td className="number">{line.number}</td>
                <td>
                  <code>{line.text}</code>
                </td>
                <td>
                  <span className={classes.fate}>{FATE[line.fate]}</span>
                  {line.messages.map((message) => (
                    <span key={message} className={classes.message}>
                      {message}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {reading.findings_left_out > 0 && (
        <p className="soft">{reading.findings_left_out} further findings are not listed.</p>
      )}
      {changed ? (
        <p className="soft">The text has changed since it was read. Read it again.</p>
      ) : (
        rows_accepted > 0 && (
          <div className={classes.actions}>
            {existing > 0 && sameMeasure && (
              <Button onClick={() => onTake(false)}>Add {points} to those above</Button>
            )}
            <Button variant="filled" onClick={() => onTake(true)}>
              {existing > 0 ? `Replace the ${String(existing)} above with ${points}` : `Take ${points}`}
            </Button>
            {rows_rejected > 0 && (
              <span className="soft small">Rejected rows stay here to be corrected.</span>
            )}
          </div>
        )
      )}
    </div>
  );
}

function fieldText(field: string | null | undefined): string {
  return (field ?? '')
    .replaceAll('_', ' ')
    .replace('opm', 'OPM')
    .replace('vms', 'VMs')
    .replace('per vm', 'per VM');
}
