/** A text as a part of a file's name or of an address: small letters, digits and hyphens, whatever it was. */
export function slugOf(text: string, longest: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest + 1)
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
}
