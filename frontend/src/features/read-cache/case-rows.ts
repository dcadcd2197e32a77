/** Measured cases as they are typed. */
import type { CalibrationCase, FieldProblem } from '@/api/types';

export interface CaseRow {
  id: number;
  name: string;
  numbers: Partial<Omit<CalibrationCase, 'name'>>;
}

let cases = 0;

export function newCase(): CaseRow {
  cases += 1;
  return { id: cases, name: `Case ${cases}`, numbers: {} };
}

/** What is given; the API says what is needed. */
export function caseOf(row: CaseRow): CalibrationCase {
  return { name: row.name, ...row.numbers } as CalibrationCase;
}

export function caseProblem(
  problems: readonly FieldProblem[],
  index: number,
  field: string,
): string | undefined {
  const found = problems.filter((each) => each.pointer === `/cases/${index}/${field}`);
  return found.map((each) => each.message).join(' ') || undefined;
}
