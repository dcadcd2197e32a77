import { useEffect } from 'react';

interface Shortcuts {
  save: () => void;
  undo: () => void;
  redo: () => void;
}

/** Kinds of inputs that take no text. */
const NO_TEXT = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
const EDITABLE = 'textarea, select, [contenteditable]:not([contenteditable="false"])';

/** Whether something is edited there, which has a history of its own. */
function isEdited(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  return target instanceof Element && target.closest(EDITABLE) !== null;
}

/** Ctrl+S saves; Ctrl+Z and Ctrl+Shift+Z walk the history, except in a field, which has its own. */
export function useShortcuts({ save, undo, redo }: Shortcuts): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      const isUndo = key === 'z' && !event.shiftKey;
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (key !== 's' && (isEdited(event.target) || !(isUndo || isRedo))) return;
      event.preventDefault();
      if (isUndo) undo();
      else if (isRedo) redo();
      else save();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [save, undo, redo]);
}
