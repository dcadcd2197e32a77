import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

import type { Plan } from '@/api/types';
import { asideTexts, dropAside } from '@/lib/storage';

import {
  freeScenarioName,
  MOST_SCENARIOS,
  openScenarios,
  readScenarios,
  type Scenario,
  scenariosName,
  writeScenarios,
} from './kept-scenarios';

export interface Scenarios {
  list: readonly Scenario[];
  full: boolean;
  /** Whether the browser keeps them; otherwise they live as long as the page. */
  kept: boolean;
  /** Texts of scenarios that this version cannot read. */
  aside: readonly string[];
  dropAside: () => void;
  pin: (plan: Plan, name: string) => void;
  rename: (id: string, name: string) => void;
  remove: (id: string) => void;
}

/** The scenarios of a plan, kept under the name under which its unsaved work is kept, which tabs share. */
export function useScenarios(key: string): Scenarios {
  const name = scenariosName(key);
  const [list, setList] = useState(() => openScenarios(key));
  const [aside, setAside] = useState<readonly string[]>(() => asideTexts(name));
  const [kept, setKept] = useState(true);
  useWindowEvent('storage', (event) => {
    if (kept && (event.key === name || event.key === null)) setList(readScenarios(key));
  });
  const change = (how: (now: readonly Scenario[]) => readonly Scenario[]) => {
    // Another tab may have pinned one that this one has not heard of yet.
    const next = how(kept ? readScenarios(key) : list);
    setList(next);
    setKept(writeScenarios(key, next));
  };
  const pin = (plan: Plan, wanted: string) =>
    change((now) => {
      if (now.length >= MOST_SCENARIOS) return now;
      const at = Date.now();
      const id = `${at.toString(36)}.${String(now.length)}`;
      return [...now, { id, name: freeScenarioName(wanted, now), at, plan }];
    });
  return {
    list,
    full: list.length >= MOST_SCENARIOS,
    kept,
    aside,
    dropAside: () => {
      dropAside(name);
      setAside([]);
    },
    pin,
    rename: (id, next) =>
      change((now) => now.map((each) => (each.id === id ? { ...each, name: next } : each))),
    remove: (id) => change((now) => now.filter((each) => each.id !== id)),
  };
}
