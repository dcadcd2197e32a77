import { Marker } from '@/components/marker';

import classes from './chart-frame.module.css';

/** Which marker is which configuration. */
export function ConfigurationLegend({
  configurations,
}: {
  configurations: readonly { key: string; name: string }[];
}) {
  return (
    <ul className={classes.legend}>
      {configurations.map((configuration, index) => (
        <li key={configuration.key}>
          <Marker index={index} /> {configuration.name}
        </li>
      ))}
    </ul>
  );
}

export function SwatchLegend({ items }: { items: readonly { label: string; colour: string }[] }) {
  return (
    <ul className={classes.legend}>
      {items.map((item) => (
        <li key={item.label}>
          <span className={classes.swatch} style={{ background: item.colour }} /> {item.label}
        </li>
      ))}
    </ul>
  );
}
