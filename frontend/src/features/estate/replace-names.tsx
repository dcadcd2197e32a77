import { Button, Checkbox } from '@mantine/core';

import type { Names } from '@/api/types';
import { download } from '@/lib/download';

import { useDropped } from './dropped-files';
import classes from './estate.module.css';
import { replaceNames } from './take-files';

interface Props {
  /** The names by pseudonym, once a file was read. */
  names?: Names | null;
}

/** Whether pseudonyms replace all names before anything is made of an estate. */
export function ReplaceNames({ names }: Props) {
  const { nameless } = useDropped();
  return (
    <div className={classes.names}>
      <Checkbox
        size="sm"
        label="Replace names"
        description="VMs, hosts, places, datastores, attributes and files get pseudonyms before anything is made of them."
        checked={nameless}
        onChange={(event) => replaceNames(event.currentTarget.checked)}
      />
      {names && (
        <div>
          <Button
            size="sm"
            onClick={() =>
              download(
                'estate-names.json',
                new Blob([JSON.stringify(names, null, 1)], { type: 'application/json' }),
              )
            }
          >
            Save the list of names
          </Button>
          <p className="soft small">
            Only this file maps the pseudonyms back to names. Hostwise keeps no copy.
          </p>
        </div>
      )}
    </div>
  );
}
