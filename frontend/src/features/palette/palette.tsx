import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';

import type { Command, PaletteProps } from '@/components/commands';
import { SearchIcon } from '@/components/icons';

import classes from './palette.module.css';
import { ranked } from './rank';

/** More than anybody reads; a further letter finds the others. */
const MOST_SHOWN = 40;

const KINDS: Record<Command['kind'], string> = {
  action: 'Action',
  view: 'View',
  input: 'Input',
  page: 'Page',
};

/** Everything by name: inputs, views, pages and actions. */
export default function Palette({ opened, commands, onClose }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={600}
      yOffset="12vh"
      centered={false}
      classNames={{ content: classes.content }}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content aria-label="Go to anything">
        <Search commands={commands} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search({ commands, onClose }: Omit<PaletteProps, 'opened'>) {
  const [text, setText] = useState('');
  const combobox = useCombobox({
    opened: true,
    // A list that is open takes Escape for itself: the dialog around it never hears of it.
    onDropdownClose: (source) => {
      if (source === 'keyboard') onClose();
    },
  });
  const inputs = commands.filter((each) => each.kind === 'input').length;
  const found = useMemo(() => {
    // Without a word the inputs are too many to choose from.
    const from = text.trim() === '' ? byKind(commands) : commands;
    return ranked(from, text).slice(0, MOST_SHOWN);
  }, [commands, text]);
  // The first is chosen, whatever is found.
  const { selectFirstOption } = combobox;
  // Rendered once more with it, so that the text field says which list it leads through.
  const [, setListed] = useState(false);
  useEffect(() => {
    selectFirstOption();
    const frame = requestAnimationFrame(() => setListed(true));
    return () => cancelAnimationFrame(frame);
  }, [found, selectFirstOption]);
  const run = (id: string) => {
    onClose();
    found.find((each) => each.id === id)?.run();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={run} withinPortal={false}>
      <Combobox.EventsTarget withAriaAttributes withExpandedAttribute withKeyboardNavigation>
        <TextInput
          data-autofocus
          // What it controls and whether that is open, its surroundings say.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="combobox"
          aria-autocomplete="list"
          className={classes.search}
          size="md"
          variant="unstyled"
          aria-label="Go to"
          placeholder={
            inputs > 0
              ? `Any of ${String(inputs)} inputs, a view, a page, an action`
              : 'A page, a view, an action'
          }
          leftSection={<SearchIcon />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.list} aria-label="Found">
        {found.length === 0 && <Combobox.Empty>No match for {`\u2018${text}\u2019`}.</Combobox.Empty>}
        {found.map((command) => (
          <Combobox.Option key={command.id} value={command.id} className={classes.option}>
            <span className={classes.label}>{command.label}</span>
            {command.of !== undefined && <span className={classes.of}>{command.of}</span>}
            {command.shortcut !== undefined && <kbd className={classes.kind}>{command.shortcut}</kbd>}
            <span className={classes.kind}>{KINDS[command.kind]}</span>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  );
}

/** The list before anything is typed: actions, views, pages. */
function byKind(commands: readonly Command[]): Command[] {
  return (['action', 'view', 'page'] as const).flatMap((kind) =>
    commands.filter((each) => each.kind === kind),
  );
}
