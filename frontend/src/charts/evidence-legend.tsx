import type { SwapMedium } from '@/api/types';
import { type Marker, markerAt, shapePath } from '@/lib/markers';
import { MEDIA } from '@/lib/media';

import classes from './chart-frame.module.css';

/** Colour and shape of a line: a swap medium has its own everywhere, others have those of their place. */
export function signOfLine(key: string, index: number): Marker {
  return key in MEDIA ? MEDIA[key as SwapMedium] : markerAt(index);
}

/** Which colour and shape is which line. */
export function LineLegend({ lines }: { lines: readonly { key: string; label: string }[] }) {
  return (
    <ul className={classes.legend} aria-label="Lines">
      {lines.map(({ key, label }, index) => {
        const { colour, shape } = signOfLine(key, index);
        return (
          <li key={key}>
            <svg width={12} height={12} viewBox="-6 -6 12 12" aria-hidden="true" focusable="false">
              <path d={shapePath(shape, 4)} fill={colour} />
            </svg>{' '}
            {label}
          </li>
        );
      })}
    </ul>
  );
}
