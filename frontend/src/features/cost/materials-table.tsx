import type { ConfigurationBillOfMaterials, Material, MaterialSection } from '@/api/types';
import { FieldLink } from '@/components/field-links';
import { ScrollRegion } from '@/components/scroll-region';
import { StatusBadge } from '@/components/status-badge';
import { formatListed, formatMoney } from '@/lib/format';

import classes from './cost.module.css';

interface Props {
  found: ConfigurationBillOfMaterials;
  currency: string;
}

/** What is said of a line beside its part and amount; where there is no room below them, each with its name. */
const SAID = {
  perHost: 'Each host',
  quantity: 'Quantity',
  price: 'Unit price',
  status: 'Price',
  date: 'Date',
  source: 'Source',
};

/** The lines of one configuration with quantity, price, and where the price comes from. */
export function MaterialsTable({ found, currency }: Props) {
  return (
    <ScrollRegion label={`Bill of materials, ${found.name}`}>
      <table className={`${String(classes.prices)} ${String(classes.materials)}`}>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className={classes.number}>
              {SAID.perHost}
            </th>
            <th scope="col" className={classes.number}>
              {SAID.quantity}
            </th>
            <th scope="col" className={classes.number}>
              {SAID.price}
            </th>
            <th scope="col" className={classes.number}>
              Amount, {currency}
            </th>
            <th scope="col">{SAID.status}</th>
            <th scope="col">{SAID.date}</th>
            <th scope="col">{SAID.source}</th>
          </tr>
        </thead>
        {found.sections.map((section) => (
          <Lines key={section.key} section={section} currency={currency} />
        ))}
      </table>
    </ScrollRegion>
  );
}

function Lines({ section, currency }: { section: MaterialSection; currency: string }) {
  const { key, label, lines, total } = section;
  const bound = total.is_lower_bound && total.amount !== null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={8} className={classes.total}>
          {label}, {currency}
        </th>
      </tr>
      {lines.map((line, place) => (
        <Line key={place} line={line} testId={`material-${key}-${String(place)}`} />
      ))}
      <tr data-testid={`materials-total-${key}`} data-value={total.amount ?? ''}>
        <th scope="row" colSpan={4} className={classes.total}>
          {bound ? 'Total, at least' : 'Total'}
        </th>
        <td className={`${String(classes.number)} ${String(classes.amount)} ${String(classes.total)}`}>
          {total.amount === null ? 'unknown' : formatMoney(total.amount)}
        </td>
        <td colSpan={3} />
      </tr>
    </tbody>
  );
}

function Line({ line, testId }: { line: Material; testId: string }) {
  const { name, detail, pointer, per_host: perHost, quantity, unit_price: price, amount } = line;
  const part = [name, detail].filter(Boolean).join('; ');
  const unit = line.unit === 'pieces' ? '' : ` ${line.unit}`;
  const rounding = line.kind === 'rounding';
  return (
    <tr data-testid={testId} data-status={line.status}>
      <th scope="row">
        {pointer == null ? line.label : <FieldLink pointer={pointer}>{line.label}</FieldLink>}
        {part && <span className={classes.part}>{part}</span>}
      </th>
      <td className={classes.number} data-said={SAID.perHost}>
        {perHost != null && formatListed(perHost)}
      </td>
      <td className={classes.number} data-said={SAID.quantity}>
        {quantity == null ? !rounding && 'unknown' : `${formatListed(quantity)}${unit}`}
      </td>
      <td className={classes.number} data-said={SAID.price}>
        {price == null ? !rounding && 'missing' : formatListed(price)}
      </td>
      <td className={`${String(classes.number)} ${String(classes.amount)}`}>
        {amount == null ? (price == null ? 'missing' : 'unknown') : formatMoney(amount)}
      </td>
      <td data-said={SAID.status}>
        <StatusBadge status={line.status} note={line.note} />
      </td>
      <td className={classes.date} data-said={SAID.date}>
        {line.date ?? <span className="soft">none</span>}
        {line.is_old && <span className={classes.age}>old: {line.age_months} months</span>}
      </td>
      <td className={classes.source} data-said={SAID.source}>
        {line.source ?? <span className="soft">none</span>}
      </td>
    </tr>
  );
}
