export { addModelToPlan, copyInPlan, followModel } from './add-model-to-plan';
export { DeleteModelDialog } from './delete-model-dialog';
export { formOf } from './model-form';
export { ModelPage } from './model-page';
export { UseInPlanDialog } from './use-in-plan-dialog';
export { NEW_MODEL } from './use-model-editor';
