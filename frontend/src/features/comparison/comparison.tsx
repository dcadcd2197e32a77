import type { Result } from '@/api/types';
import { usePhone } from '@/lib/use-phone';

import { ComparisonCards } from './comparison-cards';
import { ComparisonTable } from './comparison-table';

interface Props {
  result: Result;
  onReference: (key: string) => void;
}

/** Configurations side by side: a table where there is room, cards to swipe where there is not. */
export function Comparison(props: Props) {
  const narrow = usePhone();
  return narrow ? <ComparisonCards {...props} /> : <ComparisonTable {...props} />;
}
