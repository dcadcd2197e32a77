import { lazy, type ReactNode } from 'react';

import type { ExplanationNode, Finding } from '@/api/types';
import { LazyBoundary } from '@/components/lazy-boundary';
import { StatusBadge } from '@/components/status-badge';
import { formatExact, formatNumber } from '@/lib/format';

import classes from './explanation.module.css';
import { summaryText, valueText } from './node-values';
import { Limits } from './limits';
import { Provenance } from './provenance';
import { Steps } from './steps';
import { Waterfall } from './waterfall';

const Formula = lazy(() => import('@/components/formula'));

interface Props {
  node: ExplanationNode;
  nodes: ReadonlyMap<string, ExplanationNode>;
  currency: string;
  /** The values behind it by what they do to it; false where there is none. */
  effects: ReactNode;
  onFollow: (quantity: string) => void;
  /** Whether a quantity can be followed from here. */
  leads: (quantity: string) => boolean;
  onChangeInput: ((pointer: string) => void) | undefined;
}

/** One quantity: what it is made of, what it rests on, then its formula and its inputs. */
export function ExplanationNodeView({
  node,
  nodes,
  currency,
  effects,
  onFollow,
  leads,
  onChangeInput,
}: Props) {
  const members = node.members ?? [];
  const several = node.values.length > 1;
  const single = valueText(node, 0, currency, Number.isInteger(node.values[0]) ? formatExact : formatNumber);
  const needed = node.states.includes('not_evaluated');
  const exact = valueText(node, 0, currency);
  return (
    <article>
      <h3 className={classes.label}>{node.label}</h3>
      {!several && (
        <p
          className={classes.value}
          title={single.full}
          data-testid="why-value"
          data-value={node.values[0] ?? ''}
        >
          {single.text}
          {exact.text !== single.text && <span className={classes.exact}>{exact.text}</span>}
        </p>
      )}
      <p className={classes.meaning}>
        {node.meaning} {node.kind && <span className={classes.kind}>{node.kind}</span>}{' '}
        <a href={methodology(node)} target="_blank" rel="noreferrer">
          Methodology
        </a>
      </p>
      {node.limits.length > 0 && <Limits of={node.quantity} limits={node.limits} onFollow={onFollow} />}
      {node.steps && node.steps.length > 0 && (
        <Steps steps={node.steps} onFollow={onFollow} leads={leads} onChangeInput={onChangeInput} />
      )}
      {node.parts.length > 0 && (
        <Waterfall node={node} currency={currency} onFollow={onFollow} leads={leads} />
      )}
      {effects}
      {several && (
        <table className={classes.members}>
          <tbody>
            {node.values.map((_, index) => (
              <tr key={members[index] ?? index}>
                <th scope="row">{members[index] ?? String(index)}</th>
                <td className="number" title={valueText(node, index, currency).full}>
                  {valueText(node, index, currency).text}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {node.latex && (
        <>
          <h4>Formula</h4>
          <LazyBoundary fallback={<p className={classes.plainFormula}>{node.text}</p>}>
            <Formula latex={node.latex} label="Formula" />
            {node.latex_with_numbers && (
              <>
                <h4>With numbers</h4>
                <Formula latex={node.latex_with_numbers} label="Formula with numbers" />
              </>
            )}
          </LazyBoundary>
        </>
      )}
      {node.inputs.length > 0 && (
        <>
          <h4>From</h4>
          <ul className={classes.inputs} aria-label="From">
            {node.inputs.map((name) => {
              const input = nodes.get(name);
              if (!input) return <li key={name}>{name}</li>;
              const { text, full } = summaryText(input, currency);
              return (
                <li key={name}>
                  <button type="button" className={classes.input} onClick={() => onFollow(name)}>
                    <span className={classes.inputLabel}>{input.label}</span>
                    {input.is_input && <InputBadge node={input} needed={needed} />}
                    <span className={classes.inputValue} title={full}>
                      {!needed && input.states.every((state) => state === 'not_evaluated') ? '' : text}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {node.provenance.length > 0 && (
        <Provenance
          records={node.provenance}
          sources={node.provenance_sources}
          currency={currency}
          onChangeInput={onChangeInput}
        />
      )}
      {node.validity && (
        <>
          <h4>Valid</h4>
          <p>{node.validity}</p>
        </>
      )}
      {node.source && (
        <>
          <h4>Source</h4>
          <p>
            {node.source.citation}
            {node.source.locator && (
              <span className="soft">
                {' \u00b7 '}
                {node.source.locator}
              </span>
            )}
          </p>
        </>
      )}
      {!node.is_input && !effects && node.rests_on_assumptions.length > 0 && (
        <>
          <h4>Based on assumptions</h4>
          <ul className={classes.assumptions}>
            {node.rests_on_assumptions.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </>
      )}
      <Findings findings={node.findings} />
    </article>
  );
}

/** The page of the documentation about a quantity; inputs share one. */
const methodology = ({ quantity, is_input }: ExplanationNode) =>
  `/docs/methodology/${is_input ? `inputs#${quantity}` : quantity}`;

/** An absent input that nothing needed is optional; one that was needed is missing. */
function InputBadge({ node, needed }: { node: ExplanationNode; needed: boolean }) {
  const statuses = node.provenance.map((each) =>
    each.status === 'missing' && !needed ? 'optional' : each.status,
  );
  return [...new Set(statuses)].map((status) => <StatusBadge key={status} status={status} />);
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <>
      <h4>Findings</h4>
      <ul className={classes.assumptions}>
        {findings.map((finding) => (
          <li key={finding.code + finding.message}>{finding.message}</li>
        ))}
      </ul>
    </>
  );
}
