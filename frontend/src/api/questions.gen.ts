// This file is written by generate-forms.js.
import type * as Api from './generated/types.gen';

/** The questions to a plan: what each answers, and what may be asked for beside the plan. */
export interface Questions {
  uncertainty: { answer: Api.Uncertainty; parameters: NonNullable<Api.UncertaintyData['query']> };
  sensitivities: { answer: Api.Sensitivities; parameters: Record<string, never> };
  growth: { answer: Api.Growth; parameters: Record<string, never> };
  'bill-of-materials': { answer: Api.BillOfMaterials; parameters: Record<string, never> };
  memory: { answer: Api.MemoryReport; parameters: Record<string, never> };
  storage: { answer: Api.StorageReport; parameters: Record<string, never> };
  burst: { answer: Api.BurstResult; parameters: Omit<Api.BurstRequest, 'plan'> };
  'read-cache': { answer: Api.ReadCachePage; parameters: Omit<Api.ReadCacheRequest, 'plan'> };
  options: { answer: Api.Options; parameters: Omit<Api.OptionsRequest, 'plan'> };
}

/** Those whose parameters stand in a document with the plan. */
export const IN_DOCUMENT: readonly (keyof Questions)[] = ['burst', 'read-cache', 'options'];

/** Those that a shared link answers. */
export type SharedQuestion =
  | 'uncertainty'
  | 'sensitivities'
  | 'growth'
  | 'bill-of-materials'
  | 'memory'
  | 'storage'
  | 'burst'
  | 'read-cache';
