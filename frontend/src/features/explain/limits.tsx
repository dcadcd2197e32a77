import type { ExplanationLimit } from '@/api/types';
import { formatValue } from '@/lib/format';

import classes from './limits.module.css';

interface Props {
  /** The binding ones first. */
  limits: readonly ExplanationLimit[];
  /** Absent where the limit is what is explained. */
  onFollow?: (quantity: string) => void;
}

/** Why so many hosts: the binding constraint with its arithmetic, then the others; of a constraint it alone. */
export function Limits({ of, limits, onFollow }: Props & { of: string }) {
  const [only] = limits;
  if (only?.quantity === of) {
    return (
      <>
        <h4>How it is counted</h4>
        <Arithmetic limit={only} />
      </>
    );
  }
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
              <button type="button" className="link-button" onClick={() => onFollow?.(limit.quantity)}>
                {limit.label}
              </button>
              <span className="number">
                {hosts.text} {hosts.unit}
              </span>
            </div>
            <Arithmetic limit={limit} />
          </li>
        );
      })}
    </ul>
  );
}

/** Demand over supply: what is divided by what, and the same with numbers. */
function Arithmetic({ limit }: { limit: ExplanationLimit }) {
  if (!limit.arithmetic) return null;
  return (
    <p className={classes.arithmetic}>
      {limit.demand && <span className={classes.demand}>{limit.demand}</span>}
      <span className={classes.words}>{limit.words}</span>
      <span className={classes.numbers}>{limit.arithmetic}</span>
    </p>
  );
}
