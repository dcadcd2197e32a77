import { Tooltip, UnstyledButton } from '@mantine/core';

import { useOpenPalette } from './commands';
import { SearchIcon } from './icons';
import classes from './palette-button.module.css';

/** The key that opens the palette, as this machine calls it. */
const KEY = /Mac|iP(hone|ad|od)/.test(navigator.userAgent) ? '\u2318K' : 'Ctrl K';

/** Opens the palette, and says by which key it opens, too. */
export function PaletteButton() {
  const open = useOpenPalette();
  return (
    <Tooltip label="Go to an input, a page or an action">
      <UnstyledButton
        className={classes.button}
        aria-label="Go to anything"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={open}
      >
        <SearchIcon size={14} />
        <span className={classes.word}>Go to</span>
        <kbd className={classes.key} aria-hidden="true">
          {KEY}
        </kbd>
      </UnstyledButton>
    </Tooltip>
  );
}
