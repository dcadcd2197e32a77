import { useMediaQuery } from '@mantine/hooks';

/** Whether the page is as narrow as a phone, as style sheets ask it: one column, one thing below the other. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
}
