/** Where people open a shared link: the page of this very installation. */
export function sharedAddress(token: string): string {
  return new URL(`/shared/${token}`, window.location.origin).href;
}
