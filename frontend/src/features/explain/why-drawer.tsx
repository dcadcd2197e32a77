import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';

import { ApiError, errorText } from '@/api/client';
import type { Explanation, ExplanationNode, Plan } from '@/api/types';
import { LinkIcon } from '@/components/icons';
import { Marker } from '@/components/marker';
import { Notice } from '@/components/notice';
import { SidePanel } from '@/components/side-panel';

import { Breadcrumb } from './breadcrumb';
import { Effects, type EffectsQuery } from './effects';
import classes from './explanation.module.css';
import { ExplanationNodeView } from './explanation-node';
import type { Why } from '@/plan/why';

interface Props<K extends QueryKey, E extends QueryKey> {
  plan: Plan;
  why: Why | null;
  /** Where the explanation is asked for: of a plan as it stands here, or behind a shared link. */
  ask: (why: Why) => UseQueryOptions<Explanation, Error, Explanation, K>;
  /** Where the effects of the values behind a number are asked for. */
  askEffects: (why: Why, quantity: string) => EffectsQuery<E>;
  currency: string;
  /** Whether the address leads to this very plan, to the plan as saved, or nowhere yet. */
  link: 'exact' | 'saved' | 'none';
  onMove: (why: Why) => void;
  onClose: () => void;
  /** Absent where the plan cannot be changed. */
  onChangeInput?: (pointer: string) => void;
}

/** Why a number is what it is: formula, inputs, sources, down to what was entered or measured. */
export function WhyDrawer<K extends QueryKey, E extends QueryKey>({ why, onClose, ...props }: Props<K, E>) {
  return (
    <SidePanel
      opened={why !== null}
      onClose={onClose}
      side="right"
      size={600}
      title={why && <Title plan={props.plan} why={why} />}
    >
      {why && <Content {...props} why={why} />}
    </SidePanel>
  );
}

function Title({ plan, why }: { plan: Plan; why: Why }) {
  const place = plan.configurations.findIndex((each) => each.key === why.configuration);
  return (
    <>
      Why? <Marker index={place} />{' '}
      <span className="soft">
        {plan.configurations[place]?.name ?? why.configuration}
        {why.failedHosts > 0 &&
          `, ${String(why.failedHosts)} ${why.failedHosts === 1 ? 'host' : 'hosts'} down`}
      </span>
    </>
  );
}

function Content<K extends QueryKey, E extends QueryKey>({
  plan,
  why,
  ask,
  askEffects,
  currency,
  link,
  onMove,
  onChangeInput,
}: Omit<Props<K, E>, 'why' | 'onClose'> & { why: Why }) {
  const clipboard = useClipboard({ timeout: 2_000 });
  const { path } = why;
  const root = path[0] ?? '';
  const query = useQuery(ask(why));
  if (query.isPending) return <p className="soft">Calculating{'\u2026'}</p>;
  if (query.isError) {
    const title = query.error instanceof ApiError ? query.error.problem.title : 'No explanation';
    return (
      <Notice tone="error" title={`${title}.`}>
        {errorText(query.error)}
      </Notice>
    );
  }
  const nodes = new Map<string, ExplanationNode>(query.data.nodes.map((node) => [node.quantity, node]));
  const shown = path.filter((name) => nodes.has(name));
  const node = nodes.get(shown.at(-1) ?? root);
  if (!node) return <Notice tone="error">This plan has no such number.</Notice>;
  const follow = (name: string) => onMove({ ...why, path: [...shown, name] });
  const leads = (name: string) => name !== node.quantity && nodes.has(name);
  return (
    <>
      <Breadcrumb
        path={shown.map((name) => ({ name, label: nodes.get(name)?.label ?? name }))}
        onMove={(depth) => onMove({ ...why, path: shown.slice(0, depth + 1) })}
      />
      <ExplanationNodeView
        key={node.quantity}
        node={node}
        nodes={nodes}
        currency={currency}
        effects={
          hasEffects(node) && (
            <Effects
              query={askEffects(why, node.quantity)}
              node={node}
              plan={plan}
              configuration={why.configuration}
              currency={currency}
              onFollow={follow}
              leads={leads}
            />
          )
        }
        leads={leads}
        onFollow={follow}
        onChangeInput={onChangeInput}
      />
      <footer className={classes.foot}>
        <span className="soft small">
          Engine {query.data.engine_version}, catalogue {query.data.catalogue_version}
        </span>
        {link !== 'none' && (
          <Button
            leftSection={<LinkIcon size={14} />}
            onClick={() => clipboard.copy(window.location.href)}
            title={link === 'saved' ? 'The link shows the plan without your unsaved changes' : undefined}
          >
            {clipboard.copied
              ? 'Copied'
              : link === 'exact'
                ? 'Copy link'
                : 'Copy link (to the plan as saved)'}
          </Button>
        )}
      </footer>
    </>
  );
}

/** One computed number; inputs say where they come from, and lists of numbers have no one effect. */
const hasEffects = (node: ExplanationNode) =>
  !node.is_input && node.members === null && node.states[0] === 'evaluated';
