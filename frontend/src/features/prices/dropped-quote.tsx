import type { Plan } from '@/api/types';

import { QuoteDialog } from './quote-dialog';
import { merged, PRICES, pricesOf, withPrices } from './rows';
import { useParts } from './use-parts';

interface Props {
  file: File;
  plan: Plan;
  onClose: () => void;
  /** Audit it instead: it waits until then. */
  onAudit: () => void;
  onChange: (topic: string, change: (plan: Plan) => Plan) => void;
}

/** The prices of a quote that was dropped, for the plan that is open. */
export function DroppedQuote({ file, plan, onClose, onAudit, onChange }: Props) {
  const parts = useParts(true);
  return (
    <QuoteDialog
      plan={plan}
      parts={parts}
      file={file}
      onClose={onClose}
      onAudit={onAudit}
      onPrices={(added) => {
        onChange(PRICES, (before) => withPrices(before, merged(pricesOf(before), added)));
        onClose();
      }}
    />
  );
}
