import { formatNumber } from './format';

const STEPS = { GiB: ['GiB', 'TiB', 'PiB'], GB: ['GB', 'TB', 'PB'] } as const;
const TIMES = { GiB: 1024, GB: 1000 } as const;

/** An amount of memory (GiB) or storage (GB) in the unit that reads best: 1,536 GiB is 1.5 TiB. */
export function formatSize(value: number, unit: keyof typeof STEPS): string {
  const steps = STEPS[unit];
  let [amount, step] = [value, 0];
  while (amount >= TIMES[unit] && step < steps.length - 1) {
    amount /= TIMES[unit];
    step += 1;
  }
  return `${formatNumber(rounded(amount))} ${steps[step] ?? unit}`;
}

/** Three digits: an estate is not known better, and figures beside each other stay readable. */
function rounded(amount: number): number {
  return amount >= 100 ? Math.round(amount) : Number(amount.toPrecision(3));
}
