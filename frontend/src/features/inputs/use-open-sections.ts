import { useCallback, useMemo, useState } from 'react';

import { FORMS } from '@/plan/forms.gen';
import type { Part } from '@/plan/form-types';
import { formatPointer, isWithin, parsePointer } from '@/plan/json-pointer';

/** The folded section that a field of an owner is in, if any. */
function folded(parts: readonly Part[], owner: string, tail: string): string[] {
  const part = parts.find(
    (each) =>
      each.folded !== undefined &&
      each.fields.some((spec) => isWithin(spec.tail, tail) || isWithin(tail, spec.tail)),
  );
  return part?.folded === undefined ? [] : [`${owner}-${part.folded}`];
}

/** The folded lists of the economics and of configurations, by what is in them. */
const LISTS: Record<string, string> = {
  cost_lines: 'cost-lines',
  confirmed_none: 'cost-lines',
  discounts: 'discounts',
  other_host_models: 'other-hosts',
};

/** The folded list that a field of an owner is in, if any. */
function listed(owner: string, field: string | undefined): string[] {
  const list = LISTS[field ?? ''];
  return list === undefined ? [] : [`${owner}-${list}`];
}

/** The sections of the inputs that must be open for a field to be seen. */
export function sectionsOf(pointer: string): string[] {
  const [first, second, third, ...rest] = parsePointer(pointer);
  switch (first) {
    case 'workload': {
      if (second === 'burst') return ['workload', 'burst'];
      if (second === 'events') return ['workload', 'dated-events'];
      if (second !== 'groups' || third === undefined) return ['workload'];
      const group = `group-${third}`;
      return ['workload', group, ...folded(FORMS.group, group, formatPointer(rest))];
    }
    case 'policy':
      return ['policy', ...folded(FORMS.policy, 'policy', pointer)];
    case 'opm_models':
      return ['workload', 'models'];
    case 'economics':
      return ['economics', ...listed('economics', second), ...folded(FORMS.economics, 'economics', pointer)];
    case 'unit_convention':
    case 'description':
      return ['plan'];
    case 'configurations': {
      if (second === undefined) return ['configurations'];
      const owner = `configuration-${second}`;
      const tail = formatPointer([...(third === undefined ? [] : [third]), ...rest]);
      if (tail === '') return ['configurations', owner];
      return ['configurations', owner, ...listed(owner, third), ...folded(FORMS.configuration, owner, tail)];
    }
    default:
      return [];
  }
}

export interface OpenSections {
  isOpen: (section: string) => boolean;
  toggle: (section: string, open: boolean) => void;
  reveal: (pointer: string) => void;
  /** How often a field was to be revealed: what hides fields otherwise gives way. */
  revealed: number;
}

export function useOpenSections(initial: readonly string[]): OpenSections {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(initial));
  const [revealed, setRevealed] = useState(0);
  const toggle = useCallback((section: string, wanted: boolean) => {
    setOpen((before) => {
      const next = new Set(before);
      if (wanted) next.add(section);
      else next.delete(section);
      return next;
    });
  }, []);
  const reveal = useCallback((pointer: string) => {
    setOpen((before) => new Set([...before, ...sectionsOf(pointer)]));
    setRevealed((before) => before + 1);
  }, []);
  return useMemo(
    () => ({ isOpen: (section: string) => open.has(section), toggle, reveal, revealed }),
    [open, toggle, reveal, revealed],
  );
}
