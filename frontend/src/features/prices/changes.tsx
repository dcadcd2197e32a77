import type { ChangedPrice } from '@/api/types';
import { formatListed, formatShare } from '@/lib/format';

import classes from './prices.module.css';

const MOST = 12;

/** What a price book changes: part, price before and after, and by how much. */
export function Changes({ changes }: { changes: readonly ChangedPrice[] }) {
  return (
    <ul className={classes.changes}>
      {changes.slice(0, MOST).map(({ part, name, before, after, change_share: share }) => (
        <li key={part}>
          {name ?? part}:{' '}
          {[before, after]
            .map((each) => (each ? `${formatListed(each.price)} ${each.currency}` : 'none'))
            .join(' \u2192 ')}
          {share !== null && ` (${share > 0 ? '+' : ''}${formatShare(share)})`}
        </li>
      ))}
      {changes.length > MOST && <li>and {String(changes.length - MOST)} more</li>}
    </ul>
  );
}
