import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

import { useCommands } from '@/components/commands';

import type { View } from './plan-address';
import classes from './plan-tabs.module.css';

const TITLES: Record<View, string> = {
  compare: 'Compare',
  cost: 'Cost',
  memory: 'Memory',
  burst: 'Burst',
  storage: 'Storage',
  'read-cache': 'Read cache',
  search: 'Search',
  scenarios: 'Scenarios',
};

interface Props {
  /** The available views. */
  views: readonly View[];
  view: View;
  onView: (view: View) => void;
  /** The open view; only that one is mounted. */
  children: ReactNode;
}

/** What can be looked at, beside the inputs: one view at a time. */
export function PlanTabs({ views, view, onView, children }: Props) {
  useCommands(() =>
    views.map((each) => ({
      id: `view ${each}`,
      kind: 'view',
      label: TITLES[each],
      run: () => onView(each),
    })),
  );
  return (
    <Tabs
      value={view}
      onChange={(next) => next !== null && onView(next as View)}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <Tabs.List aria-label="Views of the plan">
        {views.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {TITLES[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map((each) => (
        <Tabs.Panel key={each} value={each}>
          {children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
