/** A layout effect of a dialog that is gone when it closes, and so does not give the focus back by itself. */
export function returnsFocus() {
  const opener = document.activeElement;
  return () => {
    if (opener instanceof HTMLElement) opener.focus();
  };
}
