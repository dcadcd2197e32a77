import { useEffect, useState } from 'react';

import classes from './drop-anywhere.module.css';

interface Props {
  /** What may be dropped here. */
  what: string;
  onFiles: (files: readonly File[]) => void;
}

const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** A file can be dropped anywhere on any page. */
export function DropAnywhere({ what, onFiles }: Props) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Entering a child leaves its parent: only what enters more often than it leaves is over the page.
    let depth = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(depth - 1, 0);
      setOver(depth > 0);
    };
    const allow = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', allow);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', allow);
      window.removeEventListener('drop', drop);
    };
  }, [onFiles]);
  return over ? (
    <div className={classes.over} aria-hidden="true">
      <p>Drop it here: {what}</p>
    </div>
  ) : null;
}
