import type { BurstConfiguration } from '@/api/types';
import { FieldLinks } from '@/components/field-links';
import { Marker } from '@/components/marker';
import { StatusBadge } from '@/components/status-badge';

import classes from './burst.module.css';

/** Whether and when each configuration throttles, in words. */
export function Verdicts({ configurations }: { configurations: readonly BurstConfiguration[] }) {
  return (
    <ul className={classes.verdicts}>
      {configurations.map((each, index) => {
        const missing = each.longest_burst_minutes.missing ?? [];
        return (
          <li key={each.key} data-testid={`burst-${each.key}`}>
            <Marker index={index} /> <span className="soft">{each.name}:</span> <span>{each.text}</span>{' '}
            {each.assumed && <StatusBadge status="assumed" note="Its rates are not measured." />}
            {missing.length > 0 && (
              <span className="soft small">
                {' '}
                needs <FieldLinks pointers={missing} ownerKnown />
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
