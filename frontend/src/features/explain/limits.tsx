import type { ExplanationLimit } from '@/api/types';
import { formatValue } from '@/lib/format';

import classes from './limits.module.css';

interface Props {
  /** The binding ones first. */
  limits: readonly ExplanationLimit[];
  onFollow: (quantity: string) => void;
}

/** Why so many hosts: the binding constraint with its arithmetic, then the others. */
export function Limits({ limits, onFollow }: Props) {
  const binding = limits.filter((each) => each.binding);
  const others = limits.filter((each) => !each.binding);
  return (
    <>
      {binding.length > 0 && (
        <>
          <h4>{binding.length === 1 ? 'Decided by' : 'Decided by, in a tie'}</h4>
          <LimitList limits={binding} onFollow={onFollow} />
        </>
      )}
      {others.length > 0 && (
        <>
          <h4>Other limits</h4>
          <LimitList limits={others} onFollow={onFollow} />
        </>
      )}
      <h4>What is counted</h4>
    </>
  );
}

function LimitList({ limits, onFollow }: Props) {
  return (
    <ul className={classes.limits}>
      {limits.map((limit) => {
        const hosts = formatValue(limit.hosts, 'count', 'hosts', '');
        return (
          <li key={limit.key} data-testid={`limit-${limit.key}`} data-binding={limit.binding || undefined}>
            <div className={classes.head}>
              <button type="button" className="link-button" onClick={() => onFollow(limit.quantity)}>
                {limit.label}
              </button>
              <span className="number">
                {hosts.text} {hosts.unit}
              </span>
            </div>
            {limit.arithmetic && (
              <p className={classes.arithmetic}>
                <span className={classes.words}>{limit.words}</span>
                <span className={classes.numbers}>{limit.arithmetic}</span>
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
