import type { SeriesPoint } from '@/api/types';
import { BASIS, basisOfKind } from '@/charts/basis';

import classes from './evidence.module.css';

/** The kind of evidence, in a word. */
export function KindBadge({ kind }: { kind: SeriesPoint['kind'] }) {
  const { label, meaning } = BASIS[basisOfKind(kind)];
  return (
    <span className={classes.kind} data-kind={kind} title={meaning}>
      {label}
    </span>
  );
}
