import { VisuallyHidden } from '@mantine/core';

import type { DecisionRow } from '@/api/types';

import { Marker } from './marker';

interface Props {
  /** Keys of configurations; none where something is about the plan. */
  of: readonly string[];
  /** Those of the decision. */
  rows: readonly Pick<DecisionRow, 'configuration' | 'name' | 'place'>[];
}

/** The marks of the configurations of which a sentence is true, with their names for who does not see them. */
export function Marks({ of, rows }: Props) {
  const named = of.flatMap((key) => rows.find((each) => each.configuration === key) ?? []);
  return (
    <span data-name>
      {named.map(({ configuration, name, place }, index) => (
        <span key={configuration} title={name}>
          <Marker index={place} size={10} />
          <VisuallyHidden component="span">
            {name}
            {index < named.length - 1 ? ',' : ':'}
          </VisuallyHidden>{' '}
        </span>
      ))}
    </span>
  );
}
