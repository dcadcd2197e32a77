import { useCallback } from 'react';

/** What opens something; what changes the plan stays a tab stop of its own. */
const ITEMS = 'button:not([data-action], [data-enters]), a[href]';

/**
 * A table, or another part of a page, is one tab stop: arrow keys lead from control to control, Home and End to the ends
 * of a row, or of the part.
 */
export function useRovingFocus(): (part: HTMLElement | null) => (() => void) | undefined {
  return useCallback((part: HTMLElement | null) => (part ? rove(part) : undefined), []);
}

function rove(table: HTMLElement): () => void {
  let current: HTMLElement | undefined;
  const itemsOf = (part: Element) => [...part.querySelectorAll<HTMLElement>(ITEMS)];

  function settle(): void {
    const items = itemsOf(table);
    // The control with the tab stop may be gone; numbers come before the heads of columns.
    if (!current || !items.includes(current))
      current = items.find((each) => each.closest('tbody')) ?? items[0];
    for (const each of items) {
      const stop = each === current ? 0 : -1;
      if (each.tabIndex !== stop) each.tabIndex = stop;
    }
  }

  function onFocus({ target }: FocusEvent): void {
    const item = target instanceof Element ? target.closest<HTMLElement>(ITEMS) : null;
    if (!item) return;
    current = item;
    settle();
  }

  function onKey(event: KeyboardEvent): void {
    const item = event.target instanceof Element ? event.target.closest<HTMLElement>(ITEMS) : null;
    if (!item || event.altKey || event.metaKey || event.shiftKey) return;
    const next = found(table, item, event.key, event.ctrlKey, itemsOf);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  settle();
  // Every answer may bring other controls.
  const observer = new MutationObserver(settle);
  observer.observe(table, { childList: true, subtree: true });
  table.addEventListener('focusin', onFocus);
  table.addEventListener('keydown', onKey);
  return () => {
    observer.disconnect();
    table.removeEventListener('focusin', onFocus);
    table.removeEventListener('keydown', onKey);
  };
}

/** Where a key leads from a control; undefined where there is nothing, or the key is not for the table. */
function found(
  table: HTMLElement,
  item: HTMLElement,
  key: string,
  toTheEnds: boolean,
  itemsOf: (part: Element) => HTMLElement[],
): HTMLElement | undefined {
  const row = item.closest('tr');
  if (!row || !(table instanceof HTMLTableElement)) return inLine(itemsOf(table), item, key);
  const inRow = itemsOf(row);
  const ends = toTheEnds ? itemsOf(table) : inRow;
  if (key === 'Home') return ends[0];
  if (key === 'End') return ends.at(-1);
  if (toTheEnds) return undefined;
  if (key === 'ArrowLeft') return inRow[inRow.indexOf(item) - 1];
  if (key === 'ArrowRight') return inRow[inRow.indexOf(item) + 1];
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const rows = [...table.rows];
  const order = key === 'ArrowDown' ? rows.slice(row.rowIndex + 1) : rows.slice(0, row.rowIndex).reverse();
  const column = item.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0;
  // The next row that has something in this column.
  for (const each of order) {
    const cell = each.cells[column];
    const [first] = cell ? itemsOf(cell) : [];
    if (first) return first;
  }
  return undefined;
}

/** Where a key leads where controls stand one after the other. */
function inLine(items: HTMLElement[], item: HTMLElement, key: string): HTMLElement | undefined {
  const at = items.indexOf(item);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowRight' || key === 'ArrowDown') return items[at + 1];
  return key === 'ArrowLeft' || key === 'ArrowUp' ? items[at - 1] : undefined;
}
