import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import type { Difference, ProposalReading, QuoteAudit, UnreadRow } from '@/api/types';
import { Section } from '@/components/section';
import { download } from '@/lib/download';
import { formatCounted, formatListed } from '@/lib/format';

import { effectOf, favourOf, KINDS, written } from './audit-words';
import classes from './quote-audit.module.css';

interface Props {
  audit: QuoteAudit;
  reading: ProposalReading;
}

/** What an audit found, the largest effect first; what it could not check; and what to send. */
export function AuditAnswer({ audit, reading }: Props) {
  const { differences, not_checked: gaps, currency } = audit;
  const several = reading.proposal.sides.length > 1;
  return (
    <>
      <Section title="Differences" hint="what the proposal says, and what comes out">
        {differences.length === 0 ? (
          <p>Nothing that was checked is otherwise than the proposal says.</p>
        ) : (
          <Differences differences={differences} several={several} />
        )}
      </Section>
      <Letter audit={audit} />
      {gaps.length > 0 && (
        <Section title="Not checked">
          <ul className={classes.list} aria-label="Not checked">
            {gaps.map(({ side, what, because }) => (
              <li key={side + what + because}>
                <strong>{what}</strong>
                {several && ` (${side})`}: {because}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Rows reading={reading} currency={currency} />
    </>
  );
}

interface DifferencesProps {
  differences: readonly Difference[];
  several: boolean;
}

function Differences({ differences, several }: DifferencesProps) {
  return (
    <table className={classes.differences} aria-label="Differences">
      <thead>
        <tr>
          <th scope="col">Difference</th>
          <th scope="col" className="number">
            Stated
          </th>
          <th scope="col" className="number">
            Computed
          </th>
          <th scope="col" className="number">
            Effect
          </th>
        </tr>
      </thead>
      <tbody>
        {differences.map((each) => {
          const effect = effectOf(each);
          const favour = favourOf(each);
          return (
            <tr key={`${each.side} ${each.lines.join()} ${each.sentence}`}>
              <th scope="row">
                <strong>{KINDS[each.kind]}</strong>
                <span className={classes.sentence}>{each.sentence}</span>
                <span className={classes.rule}>
                  {several && `${each.side} \u00b7 `}
                  {each.lines.length > 0 &&
                    `row ${each.lines.slice(0, 5).join(', ')}${each.lines.length > 5 ? '\u2026' : ''} \u00b7 `}
                  Rule: {each.rule} ({each.source})
                </span>
              </th>
              <td className="number" data-label="Stated">
                {written(each.stated, each.unit, each.currency)}
              </td>
              <td className="number" data-label="Computed">
                {written(each.computed, each.unit, each.currency)}
              </td>
              <td className="number" data-label="Effect">
                {effect.length === 0 ? (
                  <span className="soft">not known</span>
                ) : (
                  effect.map((part) => (
                    <span key={part} className={classes.effect}>
                      {part}
                    </span>
                  ))
                )}
                {favour !== null && <span className={classes.favour}>{favour}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The questions as a text to send, and all of it as a file. */
function Letter({ audit: { name, letter, questions, report } }: Pick<Props, 'audit'>) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const save = () =>
    download(
      `audit-${name.replace(/\.\w+$/, '').replaceAll(/[^\w.-]+/g, '-')}.md`,
      new Blob([report], { type: 'text/markdown' }),
    );
  return (
    <Section
      title="Letter to the sender"
      aside={
        <div className={classes.buttons}>
          {questions.length > 0 && (
            <Button size="compact-sm" variant="filled" onClick={() => clipboard.copy(letter)}>
              {clipboard.copied ? 'Copied' : 'Copy the letter'}
            </Button>
          )}
          <Button size="compact-sm" onClick={save}>
            Report (Markdown)
          </Button>
        </div>
      }
    >
      {questions.length > 0 ? (
        <pre className={classes.letter}>{letter}</pre>
      ) : (
        <p className="soft">There is nothing to ask.</p>
      )}
      {clipboard.error && (
        <p role="alert">The browser does not let a page copy here: select the text instead.</p>
      )}
    </Section>
  );
}

/** Rows of the file that are no part of the proposal, and what was noticed while it was read. */
function Rows({ reading, currency }: { reading: ProposalReading; currency: string | null }) {
  const { rows, counted, rejected, left_out: left, findings } = reading;
  return (
    <Section
      title="What was read"
      hint={`${formatCounted(rows, 'rows')}, ${counted === rows ? 'all of them counted' : `${String(counted)} counted`}`}
    >
      <Unread title="Rejected" rows={rejected} currency={currency} />
      <Unread title="Left out" rows={left} currency={currency} />
      {findings.length > 0 && (
        <ul className={classes.list} aria-label="What was noticed">
          {findings.map((each) => (
            <li key={each.code + each.message}>
              {each.message}
              {(each.rows ?? []).length > 0 && (
                <span className="soft"> (row {(each.rows ?? []).slice(0, 5).join(', ')})</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface UnreadProps {
  title: string;
  rows: readonly UnreadRow[];
  currency: string | null;
}

function Unread({ title, rows, currency }: UnreadProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.list} aria-label={title}>
        {rows.map(({ table, line, text, amount, why }) => (
          <li key={`${table} ${String(line)}`}>
            Row {line}, <strong>{text}</strong>
            {amount !== null && `, ${[formatListed(amount), currency].filter(Boolean).join('\u00a0')}`}: {why}
          </li>
        ))}
      </ul>
    </>
  );
}
