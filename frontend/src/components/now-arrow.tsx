import { VisuallyHidden } from '@mantine/core';

/** An arrow from the old value to the new one, with words for screen readers. */
export function NowArrow() {
  return (
    <>
      <span aria-hidden="true"> {'\u2192'} </span>
      <VisuallyHidden component="span"> is now </VisuallyHidden>
    </>
  );
}
