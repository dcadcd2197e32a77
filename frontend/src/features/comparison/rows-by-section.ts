import type { Row } from '@/api/types';

/** The rows in their sections, in the order of the result. */
export function rowsBySection(rows: readonly Row[]): [section: string, rows: Row[]][] {
  const sections = new Map<string, Row[]>();
  for (const row of rows) sections.set(row.section, [...(sections.get(row.section) ?? []), row]);
  return [...sections];
}
