import { VisuallyHidden } from '@mantine/core';

/** An arrow from what was to what is, and the same for who hears it. */
export function NowArrow() {
  return (
    <>
      <span aria-hidden="true"> {'\u2192'} </span>
      <VisuallyHidden component="span"> is now </VisuallyHidden>
    </>
  );
}
