import type { ReadCacheAdvice } from '@/api/types';
import { BASIS, basisOfKind } from '@/charts/basis';
import { formatExact, formatShare } from '@/lib/format';

import classes from './read-cache.module.css';

/** The verdict on a running cache, why, and what to do next. */
export function AdviceAnswer({ advice }: { advice: ReadCacheAdvice }) {
  const { verdict, title, reason, next_step, used_share, notes, ignored_lines, thresholds, source } = advice;
  return (
    <div className={classes.answer} role="status" data-testid="advice" data-verdict={verdict}>
      <p className={classes.title}>{title}</p>
      <p>{reason}</p>
      <p>
        <strong>Next:</strong> {next_step}
      </p>
      <p className="soft small">{formatShare(used_share)} of the blocks hold data.</p>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
      {ignored_lines.length > 0 && (
        <details>
          <summary>Lines without a counter ({ignored_lines.length})</summary>
          <ul className={classes.notes}>
            {ignored_lines.map((each) => (
              <li key={each.line}>
                Line {each.line}: <code>{each.text}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <details>
        <summary>Thresholds used ({thresholds.length})</summary>
        <ul className={classes.notes}>
          {thresholds.map((each) => (
            <li key={each.name}>
              {each.name.replaceAll('_', ' ')}:{' '}
              {each.name.endsWith('_share') ? formatShare(each.value) : formatExact(each.value)},{' '}
              {BASIS[basisOfKind(each.kind)].label}
              {each.note && ` (${each.note})`}
            </li>
          ))}
        </ul>
      </details>
      <p className="soft small">
        Rule: {source.citation}
        {source.locator && `, ${source.locator}`}
      </p>
    </div>
  );
}
