import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';

import { comparedValue } from '@/api/headline';
import type { Result } from '@/api/types';
import { formatValue } from '@/lib/format';

function headline(result: Result): string {
  return result.configurations
    .map((configuration) => {
      if (configuration.standing) return `${configuration.name} ${configuration.standing}`;
      const hosts = formatValue(configuration.hosts, 'count', '', '').text;
      const tco = comparedValue(configuration, 'cluster_tco');
      const cost =
        tco?.state === 'evaluated'
          ? `, ${formatValue(tco, 'money', 'currency', result.currency).text} ${result.currency}`
          : '';
      return `${configuration.name}: ${hosts} ${hosts === '1' ? 'host' : 'hosts'}${cost}`;
    })
    .join('; ');
}

/** Announces changed numbers to screen readers. */
export function Announcer({ result }: { result: Result | undefined }) {
  const [first, setFirst] = useState<string>();
  const text = result ? headline(result) : undefined;
  if (first === undefined && text !== undefined) setFirst(text);
  const [changed, setChanged] = useState(false);
  if (!changed && first !== undefined && text !== first) setChanged(true);
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="announcer">
      {changed && text ? `Re-evaluated. ${text}` : ''}
    </VisuallyHidden>
  );
}
