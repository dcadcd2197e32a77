import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/** An action that is found by its name. */
export interface Command {
  id: string;
  kind: 'action' | 'view' | 'input' | 'page';
  label: string;
  /** Where it belongs, in a few words. */
  of?: string;
  /** Other words that find it. */
  words?: string;
  shortcut?: string;
  run: () => void;
}

export interface PaletteProps {
  opened: boolean;
  commands: readonly Command[];
  onClose: () => void;
}

interface Commands {
  open: () => void;
  /** Registers a source of commands; the returned function removes it. */
  add: (source: () => Command[]) => () => void;
}

const Context = createContext<Commands>({ open: () => undefined, add: () => () => undefined });

/** Collects the commands of the components on the page; Ctrl+K, or Command+K, opens the list of them. */
export function CommandsProvider({
  palette,
  children,
}: {
  palette: (props: PaletteProps) => ReactNode;
  children: ReactNode;
}) {
  const sources = useRef(new Set<() => Command[]>());
  const [commands, setCommands] = useState<readonly Command[] | null>(null);
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => {
    setCommands([...sources.current].flatMap((each) => each()));
    setOpened(true);
  }, []);
  const close = useCallback(() => setOpened(false), []);
  const add = useCallback((source: () => Command[]) => {
    sources.current.add(source);
    return () => void sources.current.delete(source);
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // A modal dialog keeps the keyboard.
      if (document.querySelector('[aria-modal="true"]') === null) open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
  const value = useMemo(() => ({ open, add }), [open, add]);
  return (
    <Context.Provider value={value}>
      {children}
      {commands && palette({ opened, commands, onClose: close })}
    </Context.Provider>
  );
}

/** Offers commands while the component is mounted; they are made when the list opens. */
export function useCommands(make: () => Command[]): void {
  const { add } = useContext(Context);
  const newest = useRef(make);
  useLayoutEffect(() => {
    newest.current = make;
  });
  useEffect(() => add(() => newest.current()), [add]);
}

export function useOpenPalette(): () => void {
  return useContext(Context).open;
}
