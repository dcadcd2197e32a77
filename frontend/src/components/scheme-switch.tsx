import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

import { useCommands } from './commands';
import { MoonIcon, SunIcon } from './icons';

export function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const other = scheme === 'dark' ? 'light' : 'dark';
  useCommands(() => [
    { id: 'colours', kind: 'action', label: `Use ${other} colours`, run: () => setColorScheme(other) },
  ]);
  return (
    <Tooltip label={`Use ${other} colours`}>
      <ActionIcon aria-label={`Use ${other} colours`} onClick={() => setColorScheme(other)}>
        {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
    </Tooltip>
  );
}
