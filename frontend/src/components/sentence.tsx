import { Fragment } from 'react';

import type { Figure as FigurePart, Name } from '@/api/types';

import { Figure } from './figure';

export type Part = string | FigurePart | Name;

/** A sentence of the server, whose numbers open their explanations. */
export function Sentence({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? (
        part
      ) : 'why' in part && part.why ? (
        <Open part={part} why={part.why} />
      ) : (
        part.text
      )}
    </Fragment>
  ));
}

function Open({ part, why }: { part: FigurePart; why: NonNullable<FigurePart['why']> }) {
  return (
    <Figure
      configuration={why.configuration}
      quantity={why.quantity}
      failedHosts={why.failed_hosts || undefined}
      shown={{ text: part.text, unit: '', full: part.text }}
      label={part.name.replaceAll('_', ' ')}
      inline
    />
  );
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
