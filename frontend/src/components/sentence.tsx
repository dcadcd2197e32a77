import { Fragment } from 'react';

import type { Figure as FigurePart, ConfigurationName } from '@/api/types';

import { OpenFigure } from './open-figure';

export type Part = string | FigurePart | ConfigurationName;

/** A sentence of the server, whose numbers open their explanations. */
export function Sentence({ parts }: { parts: readonly Part[] }) {
  return glued(parts).map((part, index) =>
    typeof part === 'string' ? (
      <Fragment key={index}>{part}</Fragment>
    ) : 'name' in part.inner ? (
      // A control would let a line end between a number and the bracket or sign beside it.
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part.before}
        <OpenFigure figure={part.inner} label={part.inner.name.replaceAll('_', ' ')} />
        {part.after}
      </span>
    ) : (
      <span key={index} data-name>
        {part.inner.text}
      </span>
    ),
  );
}

interface Glued {
  inner: FigurePart | ConfigurationName;
  before: string;
  after: string;
}

/** The parts, each figure with what stands beside it without a space. */
function glued(parts: readonly Part[]): (string | Glued)[] {
  const found: (string | Glued)[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part !== 'string') {
      const isFigure = 'name' in part;
      const before = isFigure && typeof last === 'string' ? (/[^ ]*$/.exec(last)?.[0] ?? '') : '';
      if (before !== '' && typeof last === 'string') found[found.length - 1] = last.slice(0, -before.length);
      found.push({ inner: part, before, after: '' });
    } else if (typeof last === 'object' && 'name' in last.inner) {
      const after = /^[^ ]*/.exec(part)?.[0] ?? '';
      last.after = after;
      found.push(part.slice(after.length));
    } else found.push(part);
  }
  return found;
}

/** The sentence as text. */
export function sentenceText(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

/** The sentence without the name that it begins with, for a place that names it by itself; with a capital letter. */
export function withoutName(parts: readonly Part[]): Part[] {
  const [first, second, ...rest] = parts;
  const named = typeof first === 'object' && 'configuration' in first && typeof second === 'string';
  const own = named ? [second.replace(/^: /, ''), ...rest].filter((part) => part !== '') : [...parts];
  const [begin, ...more] = own;
  return typeof begin === 'string' ? [begin.charAt(0).toUpperCase() + begin.slice(1), ...more] : own;
}
