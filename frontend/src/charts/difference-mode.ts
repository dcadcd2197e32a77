/** Charts that can be drawn as they are, or as differences to the reference. */
import { useState } from 'react';

import type { Chart, Drawing } from '@/api/types';

import { drawingOf } from './drawn';

interface DifferenceMode {
  drawing: Drawing;
  differs: boolean;
  /** The button for it; none where there is nothing to compare with. */
  mode: { label: string; pressed: boolean; onToggle: () => void } | undefined;
}

export function useDifferenceMode(chart: Chart): DifferenceMode {
  const [asDifference, setAsDifference] = useState(false);
  const differs = asDifference && Boolean(chart.apart);
  return {
    drawing: drawingOf(chart, differs),
    differs,
    mode: chart.apart
      ? {
          label: `as difference to ${chart.reference ?? ''}`,
          pressed: asDifference,
          onToggle: () => setAsDifference(!asDifference),
        }
      : undefined,
  };
}
