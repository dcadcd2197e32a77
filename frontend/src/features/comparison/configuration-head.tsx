import type { ConfigurationResult } from '@/api/types';
import { Marker } from '@/components/marker';

import classes from './configuration-head.module.css';

interface Props {
  configuration: ConfigurationResult;
  index: number;
  isReference: boolean;
  /** Whether there is anything to compare with. */
  alone: boolean;
  onReference: (key: string) => void;
}

/** A configuration's name with its marker, whether it is the reference, and whether it is feasible. */
export function ConfigurationHead({ configuration, index, isReference, alone, onReference }: Props) {
  return (
    <div className={classes.head}>
      <span className={classes.name}>
        <Marker index={index} /> {configuration.name}
      </span>
      {alone ? null : isReference ? (
        <span className={classes.note}>reference</span>
      ) : (
        <button
          type="button"
          className={`link-button ${classes.note}`}
          aria-label={`Set ${configuration.name} as reference`}
          onClick={() => onReference(configuration.key)}
        >
          set as reference
        </button>
      )}
      {configuration.exclusion && (
        <span
          className={classes.infeasible}
          title={[...configuration.reasons, ...configuration.unmet_requirements]
            .map((each) => each.message)
            .join(' ')}
        >
          {configuration.exclusion}
        </span>
      )}
    </div>
  );
}
