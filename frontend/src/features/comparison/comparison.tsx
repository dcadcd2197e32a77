import { useMediaQuery } from '@mantine/hooks';

import type { Result } from '@/api/types';

import { ComparisonCards } from './comparison-cards';
import { ComparisonTable } from './comparison-table';

interface Props {
  result: Result;
  onReference: (key: string) => void;
}

/** Configurations side by side: a table where there is room, cards to swipe where there is not. */
export function Comparison(props: Props) {
  const narrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return narrow ? <ComparisonCards {...props} /> : <ComparisonTable {...props} />;
}
