import { useCallback, useState } from 'react';

import { parsePointer } from '@/lib/json-pointer';

/** The sections of the inputs that must be open for a field to be seen. */
export function sectionsOf(pointer: string): string[] {
  const [first, second, third] = parsePointer(pointer);
  switch (first) {
    case 'workload':
      return second === 'groups' && third !== undefined ? ['workload', `group-${third}`] : ['workload'];
    case 'policy':
      return ['policy'];
    case 'economics':
      return ['economics'];
    case 'unit_convention':
    case 'description':
      return ['plan'];
    case 'configurations':
      return second === undefined ? ['configurations'] : ['configurations', `configuration-${second}`];
    default:
      return [];
  }
}

export interface OpenSections {
  isOpen: (section: string) => boolean;
  toggle: (section: string, open: boolean) => void;
  reveal: (pointer: string) => void;
}

export function useOpenSections(initial: readonly string[]): OpenSections {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(initial));
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
  }, []);
  return { isOpen: (section) => open.has(section), toggle, reveal };
}
