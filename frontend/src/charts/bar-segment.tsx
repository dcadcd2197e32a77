interface Props {
  bar: { x: number; y: number; width: number; height: number };
  fill: string;
  /** Colour of the label, to be read on the segment's. */
  ink: string;
  amount: number;
  label: string;
  /** Segments narrower than this have no room for a label. */
  narrowest: number;
  strokeWidth?: number;
}

/** A part of a stacked bar, with its amount where there is room. */
export function BarSegment({ bar, fill, ink, amount, label, narrowest, strokeWidth }: Props) {
  const { x, y, width, height } = bar;
  return (
    <g>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        fill={fill}
        stroke="var(--surface)"
        strokeWidth={strokeWidth}
        data-basis="derived"
        data-value={amount}
      />
      {width >= narrowest && (
        <text
          x={x + width / 2}
          y={y + height / 2}
          dominantBaseline="central"
          textAnchor="middle"
          fontSize={11}
          fill={ink}
        >
          {label}
        </text>
      )}
    </g>
  );
}
