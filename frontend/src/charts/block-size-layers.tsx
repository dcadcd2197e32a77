/** What the charts of block sizes draw: measured points, the verdicts of the rules, and the memory. */
import type { BlockSize, MeasuredBlock } from '@/api/types';
import { formatExact, formatNumber } from '@/lib/format';
import { markerAt } from '@/lib/markers';

import { basisOfKind } from './basis';
import { BasisMark } from './basis-legend';
import { useScene } from './use-scene';

const { colour, shape } = markerAt(0);
const MEMORY_COLOUR = markerAt(6).colour;

/** The verdict of the rules in words. */
export const verdictOf = (each: BlockSize) =>
  each.recommended ? 'best fit' : each.valid ? 'allowed' : 'not allowed';

/** Latency as it was measured. */
export function Measured({ blocks }: { blocks: readonly MeasuredBlock[] }) {
  const scene = useScene();
  if (!scene) return null;
  return blocks.map((each) => {
    const [x, y] = [scene.x(each.block_kib ?? 0), scene.y(each.latency_us)];
    return (
      <g key={each.block_kib}>
        <title>{`${formatExact(each.block_kib ?? 0)} KiB: ${formatExact(each.latency_us)} \u00b5s; ${each.conditions}`}</title>
        <BasisMark x={x} y={y} shape={shape} basis={basisOfKind(each.kind)} colour={colour} />
        <text x={x} y={y + 17} textAnchor="middle" {...LABEL}>
          {formatNumber(each.latency_us)}
        </text>
      </g>
    );
  });
}

const LABEL = {
  fontSize: 11,
  fill: 'var(--ink)',
  stroke: 'var(--surface)',
  strokeWidth: 3,
  paintOrder: 'stroke',
} as const;

const SIGN: Record<string, string> = { 'best fit': '\u2713', allowed: '\u2713', 'not allowed': '\u2715' };

/** The verdict of the rules, above each size. */
export function Verdicts({ sizes }: { sizes: readonly BlockSize[] }) {
  const scene = useScene();
  if (!scene) return null;
  const signs = sizes.map((each) => {
    const verdict = verdictOf(each);
    return (
      <g
        key={each.block_kib}
        transform={`translate(${String(scene.x(each.block_kib))},14)`}
        data-verdict={verdict}
      >
        <title>{`${formatExact(each.block_kib)} KiB: ${verdict}. ${each.reason}`}</title>
        <text
          textAnchor="middle"
          fontSize={13}
          fontWeight={700}
          fill={each.recommended ? 'var(--good)' : each.valid ? 'var(--ink-soft)' : 'var(--bad)'}
        >
          {SIGN[verdict]}
        </text>
        {each.recommended && (
          <text y={12} textAnchor="middle" fontSize={10} fill="var(--ink-soft)">
            {verdict}
          </text>
        )}
      </g>
    );
  });
  return (
    <g>
      <text x={0} y={14} fontSize={11} fill="var(--ink-soft)">
        rules
      </text>
      {signs}
    </g>
  );
}

/** Host memory that the metadata take. */
export function Memory({ sizes }: { sizes: readonly BlockSize[] }) {
  const scene = useScene();
  if (!scene) return null;
  return sizes.map((each) => (
    <g key={each.block_kib}>
      <title>{`${formatExact(each.block_kib)} KiB: ${formatNumber(each.metadata_mib ?? 0)} MiB`}</title>
      <BasisMark
        x={scene.x(each.block_kib)}
        y={scene.y(each.metadata_mib ?? 0)}
        shape="square"
        radius={4}
        basis={basisOfKind(each.metadata_kind)}
        colour={MEMORY_COLOUR}
      />
    </g>
  ));
}
