/** The letter by which a remark beside a chart is found in it: a, b, c. */
export function letterOf(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index);
}
