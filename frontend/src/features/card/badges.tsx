import { VisuallyHidden } from '@mantine/core';

import type { Doubt, Plan } from '@/api/types';
import { Marker } from '@/components/marker';
import { sentenceText } from '@/components/sentence';

import classes from './behind.module.css';

interface Props {
  configurations: Plan['configurations'];
  doubt: Doubt | undefined;
}

/** What the figures rest on, such as list prices; said once for all of which it is true. */
export function Badges({ configurations, doubt }: Props) {
  const byText = new Map<string, number[]>();
  for (const { key, badges } of doubt?.configurations ?? []) {
    const index = configurations.findIndex((each) => each.key === key);
    for (const { parts } of badges) {
      const text = sentenceText(parts);
      byText.set(text, [...(byText.get(text) ?? []), index]);
    }
  }
  return (
    <ul className={classes.badges} data-testid="badges">
      {[...byText].map(([text, places]) => (
        <li key={text}>
          {configurations.length > 1 &&
            places.map((index) => (
              <span key={index} title={configurations[index]?.name}>
                <Marker index={index} size={10} />
                <VisuallyHidden component="span">{configurations[index]?.name}:</VisuallyHidden>{' '}
              </span>
            ))}
          {text}
        </li>
      ))}
    </ul>
  );
}
