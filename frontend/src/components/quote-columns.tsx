import type { FieldProblem } from '@/api/types';

import { type Mapping, MappingForm } from './mapping-form';

/** What a column of a quote may be. */
const FIELDS = [
  ['part_number', 'Part number'],
  ['description', 'Description'],
  ['quantity', 'Quantity'],
  ['unit_price', 'Price of one piece'],
  ['line_total', 'Total of the line'],
  ['discount', 'Discount'],
  ['currency', 'Currency'],
  ['date', 'Date'],
] as const;

const isComplete = ({
  part_number: number,
  description,
  unit_price: unit,
  line_total: total,
  quantity,
}: Mapping) => Boolean((number || description) && (unit || (total && quantity)));

interface Props {
  columns: readonly FieldProblem[];
  busy: boolean;
  onMapping: (mapping: Mapping) => void;
}

/** Names the columns of a quote that are not known by their headers. */
export function QuoteColumns(props: Props) {
  return (
    <MappingForm {...props} fields={FIELDS} isComplete={isComplete}>
      A part number or description is needed, and the price of one piece, or quantity and total.
    </MappingForm>
  );
}
