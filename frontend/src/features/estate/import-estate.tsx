import { Button, FileButton } from '@mantine/core';

import { KINDS } from './dropped-files';

interface Props {
  onFiles: (files: readonly File[]) => void;
}

/** The way in for an export: chosen here, or dropped anywhere. */
export function ImportEstate({ onFiles }: Props) {
  return (
    <FileButton
      multiple
      accept={KINDS}
      inputProps={{ 'aria-label': 'Export of an estate' }}
      onChange={onFiles}
    >
      {(props) => (
        <Button {...props} size="sm">
          Import RVTools, Live Optics{'\u2026'}
        </Button>
      )}
    </FileButton>
  );
}
