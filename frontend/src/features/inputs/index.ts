export { namedInputs } from './named-inputs';
export { sensitivityQuery } from './queries';
export { fieldLabel, fieldText } from './labels';
export { useFieldText } from './use-field-text';
export { type OpenSections, useOpenSections } from './use-open-sections';
