import { useEffect } from 'react';

interface Shortcuts {
  save: () => void;
  undo: () => void;
  redo: () => void;
}

/** Ctrl+S saves; Ctrl+Z and Ctrl+Shift+Z walk the history, except in a field, which has its own. */
export function useShortcuts({ save, undo, redo }: Shortcuts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const typing = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
      if (key === 's') {
        event.preventDefault();
        save();
      } else if (!typing && key === 'z') {
        event.preventDefault();
        if (event.shiftKey) redo();
        else undo();
      } else if (!typing && key === 'y') {
        event.preventDefault();
        redo();
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [save, undo, redo]);
}
