import { useQuery } from '@tanstack/react-query';

import type { EngineChange } from '@/api/types';
import { Notice } from '@/components/notice';
import { Sentence } from '@/components/sentence';

import { engineChangeQuery, sharedEngineChangeQuery } from './queries';

/** What this version answers otherwise for a saved plan than the one it was saved with, in one line. */
export function EngineChangeNotice({ id, revision }: { id: string; revision: number }) {
  const { data } = useQuery(engineChangeQuery(id, revision));
  return <Line change={data} />;
}

/** The same for a shared plan. */
export function SharedEngineChangeNotice({ token }: { token: string }) {
  const { data } = useQuery(sharedEngineChangeQuery(token));
  return <Line change={data} />;
}

function Line({ change }: { change: EngineChange | undefined }) {
  if (!change?.text) return null;
  return (
    <Notice tone="info">
      <Sentence parts={change.text.parts} />
    </Notice>
  );
}
