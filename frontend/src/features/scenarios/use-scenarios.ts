import { useWindowEvent } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { Plan } from '@/api/types';
import { asideTexts, dropAside } from '@/lib/storage';
import { scenariosName } from '@/plan/drafts';

import {
  MOST_SCENARIOS,
  newScenario,
  openScenarios,
  readScenarios,
  type Scenario,
  writeScenarios,
} from './kept-scenarios';
import { deleteScenario, isReadable, saveScenario, scenariosQuery, type ServerScenario } from './queries';

export interface Scenarios {
  list: readonly Scenario[];
  /** Those that the server keeps and this version cannot read. */
  unreadable: readonly Pick<Scenario, 'id' | 'name'>[];
  full: boolean;
  /** Where they are: with the plan on the server, in this browser, or as long as this page is open. */
  place: 'server' | 'browser' | 'page';
  /** How many of a saved plan the server does not have yet, and why. */
  waiting: number;
  error: Error | null;
  retry: () => void;
  /** Texts of scenarios that this version cannot read. */
  aside: readonly string[];
  dropAside: () => void;
  pin: (plan: Plan, name: string) => void;
  rename: (id: string, name: string) => void;
  remove: (id: string) => void;
}

const NONE: readonly ServerScenario[] = [];

/**
 * The scenarios of a plan. What is pinned is in this browser at once, under the name under which its unsaved work is
 * kept; as soon as the plan is saved, the server takes it over, and only then it leaves the browser. So does what an
 * earlier version kept here.
 */
export function useScenarios(key: string, id: string | null): Scenarios {
  const name = scenariosName(key);
  const client = useQueryClient();
  const [here, setHere] = useState(() => openScenarios(key));
  const [aside, setAside] = useState<readonly string[]>(() => asideTexts(name));
  const [kept, setKept] = useState(true);
  const saved = useQuery({ ...scenariosQuery(id ?? ''), enabled: id !== null });
  useWindowEvent('storage', (event) => {
    if (kept && (event.key === name || event.key === null)) setHere(readScenarios(key));
  });
  const change = (how: (now: readonly Scenario[]) => readonly Scenario[]) => {
    // Another tab may have pinned one that this one has not heard of yet.
    const next = how(kept ? readScenarios(key) : here);
    setHere(next);
    setKept(writeScenarios(key, next));
  };
  const onServer = (how: (now: readonly ServerScenario[]) => ServerScenario[]) =>
    client.setQueryData(scenariosQuery(id ?? '').queryKey, (now) => how(now ?? NONE));
  const renew = () => client.invalidateQueries({ queryKey: scenariosQuery(id ?? '').queryKey });

  const removed = useRef(new Set<string>());
  const removing = useMutation({
    mutationFn: (gone: string) => deleteScenario(id ?? '', gone),
    onError: renew,
  });
  const taking = useMutation({
    mutationFn: (scenario: Scenario) => saveScenario(id ?? '', scenario),
    onSuccess: (now, { id: taken, name: under }) => {
      if (removed.current.has(taken)) {
        removing.mutate(taken);
        return;
      }
      onServer((all) =>
        all.some((each) => each.id === taken)
          ? all.map((each) => (each.id === taken ? now : each))
          : [...all, now],
      );
      // One that was renamed meanwhile is taken over again.
      change((all) => all.filter((each) => each.id !== taken || each.name !== under));
    },
  });
  const renaming = useMutation({
    mutationFn: (scenario: Scenario) => saveScenario(id ?? '', scenario),
    onError: renew,
  });

  const first = id === null ? undefined : here[0];
  const { mutate: take, isPending, isError } = taking;
  const ready = saved.isSuccess && !isPending && !isError;
  useEffect(() => {
    if (first && ready) take(first);
  }, [first, ready, take]);

  const list = useMemo(() => {
    const there = (saved.data ?? NONE).filter(isReadable);
    const known = new Set(there.map((each) => each.id));
    return [...there, ...here.filter((each) => !known.has(each.id))];
  }, [saved.data, here]);
  const isHere = (scenario: string) => here.some((each) => each.id === scenario);

  return {
    list,
    unreadable: (saved.data ?? NONE).filter((each) => !isReadable(each)),
    full: list.length >= MOST_SCENARIOS,
    place: id !== null ? 'server' : kept ? 'browser' : 'page',
    waiting: id === null ? 0 : here.length,
    error: taking.error ?? renaming.error ?? removing.error ?? saved.error,
    retry: () => {
      for (const each of [taking, renaming, removing]) each.reset();
      void renew();
    },
    aside,
    dropAside: () => {
      dropAside(name);
      setAside([]);
    },
    pin: (plan, wanted) => {
      if (list.length < MOST_SCENARIOS)
        change((now) => [...now, newScenario(plan, wanted, [...list, ...now])]);
    },
    rename: (scenario, next) => {
      if (isHere(scenario))
        change((now) => now.map((each) => (each.id === scenario ? { ...each, name: next } : each)));
      const there = list.find((each) => each.id === scenario);
      if (id === null || !there || isHere(scenario)) return;
      onServer((now) => now.map((each) => (each.id === scenario ? { ...each, name: next } : each)));
      renaming.mutate({ ...there, name: next });
    },
    remove: (scenario) => {
      removed.current.add(scenario);
      if (isHere(scenario)) change((now) => now.filter((each) => each.id !== scenario));
      if (id === null || !(saved.data ?? NONE).some((each) => each.id === scenario)) return;
      onServer((now) => now.filter((each) => each.id !== scenario));
      removing.mutate(scenario);
    },
  };
}
