import { Link } from '@tanstack/react-router';

import type { Figure } from '@/api/types';
import { formatWhy } from '@/plan/why';

import classes from './open-figure.module.css';

/** A plan in a list: a saved one, or a sample. */
export type ListedPlan = { id: string } | { sample: string };

interface Props {
  figure: Figure | null | undefined;
  /** What the number is, for screen readers: "Hosts, EPYC". */
  label: string;
  of: ListedPlan;
  tone?: string;
}

/** A figure of a plan in a list: a link to the plan, with the explanation open. */
export function ListedFigure({ figure, label, of, tone }: Props) {
  if (!figure) return '\u2013';
  const { why, text } = figure;
  if (!why) return text;
  const shown = {
    search: {
      why: formatWhy({ ...why, failedHosts: why.failed_hosts ?? 0, path: [why.quantity] }),
    },
    className: classes.figure,
    'data-tone': tone,
    'aria-label': `${label}: ${text}. Why?`,
    title: `${text} \u2014 why?`,
    children: text,
  };
  return 'id' in of ? (
    <Link to="/plans/$id" params={{ id: of.id }} {...shown} />
  ) : (
    <Link to="/samples/$key" params={{ key: of.sample }} {...shown} />
  );
}
