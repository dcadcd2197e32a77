import { useQuery } from '@tanstack/react-query';

import type { Decision, Plan } from '@/api/types';
import { Notice } from '@/components/notice';
import { NowArrow } from '@/components/now-arrow';
import { headlineChanges } from '@/features/changes/headline-changes';
import { formatDate } from '@/lib/format';

import { sharedNewestQuery } from './queries';
import classes from './newer-notice.module.css';

interface Props {
  token: string;
  decision: Decision | undefined;
  /** What another plan has otherwise than the shared one, in words. */
  differences: (other: Plan) => readonly string[];
}

const FEW = 8;

/** That a newer revision was saved since the link was made, what it changes, and what that does. */
export function NewerNotice({ token, decision, differences }: Props) {
  const { data: newest } = useQuery(sharedNewestQuery(token));
  if (!newest) return null;
  const lines = differences(newest.plan);
  const effects = decision ? headlineChanges(decision, newest.decision) : [];
  return (
    <Notice
      tone="info"
      title={`Revision ${String(newest.revision)} is newer, saved ${formatDate(newest.saved_at)}. This page shows the shared one.`}
    >
      {lines.length === 0 ? (
        'It changes nothing but words.'
      ) : (
        <ul className={classes.lines} aria-label="What changed">
          {lines.slice(0, FEW).map((line) => (
            <li key={line}>{line}</li>
          ))}
          {lines.length > FEW && <li>{`and ${String(lines.length - FEW)} more`}</li>}
        </ul>
      )}
      {lines.length > 0 && (
        <ul className={classes.lines} aria-label="What that does">
          {effects.length === 0 && <li>Hosts, cost and life stay as they are.</li>}
          {effects.map(({ configuration, name, moves }) => (
            <li key={configuration}>
              {name}:{' '}
              {moves.map((move, index) => (
                <span key={move.key}>
                  {index > 0 && ', '}
                  {move.label && `${move.label} `}
                  {move.before}
                  <NowArrow />
                  <strong>{move.after}</strong> {move.unit}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
