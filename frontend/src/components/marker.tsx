import { markerAt, shapePath } from '@/lib/markers';

/** The sign of a configuration: its colour and shape. The name stands beside it, so it is silent. */
export function Marker({ index, size = 12 }: { index: number; size?: number }) {
  const { colour, shape } = markerAt(index);
  return (
    <svg
      width={size}
      height={size}
      viewBox="-6 -6 12 12"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={shapePath(shape, 4)} fill={colour} />
    </svg>
  );
}
