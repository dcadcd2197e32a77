import type { QuantityName } from '@/api/types';

/** The name of a quantity that only a test has. */
export const invented = (name: string) => name as QuantityName;
