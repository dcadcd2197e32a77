export { InputsPanel } from './inputs-panel';
export { fieldLabel, fieldText } from './labels';
export { type OpenSections, useOpenSections } from './use-open-sections';
