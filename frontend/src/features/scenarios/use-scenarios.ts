import { useCallback, useState } from 'react';

import type { Plan } from '@/api/types';

import {
  freeScenarioName,
  MOST_SCENARIOS,
  readScenarios,
  type Scenario,
  writeScenarios,
} from './kept-scenarios';

export interface Scenarios {
  list: readonly Scenario[];
  full: boolean;
  /** Whether the browser keeps them; otherwise they live as long as the page. */
  kept: boolean;
  pin: (plan: Plan, name: string) => void;
  rename: (id: string, name: string) => void;
  remove: (id: string) => void;
}

/** The scenarios of a plan, kept under the name under which its unsaved work is kept. */
export function useScenarios(key: string): Scenarios {
  const [list, setList] = useState(() => readScenarios(key));
  const [kept, setKept] = useState(true);
  const change = useCallback(
    (next: readonly Scenario[]) => {
      setList(next);
      setKept(writeScenarios(key, next));
    },
    [key],
  );
  const pin = (plan: Plan, name: string) => {
    if (list.length >= MOST_SCENARIOS) return;
    const at = Date.now();
    change([
      ...list,
      { id: `${at.toString(36)}.${String(list.length)}`, name: freeScenarioName(name, list), at, plan },
    ]);
  };
  const rename = (id: string, name: string) =>
    change(list.map((each) => (each.id === id ? { ...each, name } : each)));
  const remove = (id: string) => change(list.filter((each) => each.id !== id));
  return { list, full: list.length >= MOST_SCENARIOS, kept, pin, rename, remove };
}
