/** The address of a shared link on this installation. */
export function sharedAddress(token: string): string {
  return new URL(`/shared/${token}`, window.location.origin).href;
}
