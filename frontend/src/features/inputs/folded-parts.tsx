import type { ReactNode } from 'react';

import { Disclosure } from '@/components/disclosure';
import type { FieldSpec } from '@/plan/form-types';
import type { JsonObject } from '@/lib/json';
import { getAt } from '@/plan/json-pointer';

import { found, useInputs } from './inputs-context';
import { PartList } from './part-list';
import type { OpenSections } from './use-open-sections';

interface Props {
  title: string;
  /** What the search finds the section by. */
  searchedBy: string;
  level: 4 | 5;
  section: string;
  sections: OpenSections;
  /** Pointer of the list, and what its button and legends call one part of it. */
  pointer: string;
  one: string;
  several: string;
  fields: readonly FieldSpec[];
  beginning: JsonObject;
  most: number;
  /** What stands in the head in place of the number of parts. */
  summary?: string;
  /** What else belongs to the section. */
  children?: ReactNode;
}

/** A section that is folded, with parts of the plan of one kind. */
export function FoldedParts(props: Props) {
  const { title, searchedBy, level, section, sections, summary, children, ...list } = props;
  const { plan, words } = useInputs();
  if (words.length > 0 && !found(words, searchedBy)) return null;
  const parts = (getAt(plan, list.pointer) ?? []) as object[];
  return (
    <Disclosure
      level={level}
      title={title}
      summary={summary ?? (parts.length === 0 ? 'none' : String(parts.length))}
      open={words.length > 0 || sections.isOpen(section)}
      onToggle={(open) => sections.toggle(section, open)}
    >
      <PartList {...list} />
      {children}
    </Disclosure>
  );
}
