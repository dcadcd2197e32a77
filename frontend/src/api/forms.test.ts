import { expect, it } from 'vitest';

import { FORMS } from '@/api/generated/forms.gen';
import { formsOf, type Schema } from '@/lib/forms-of';

import description from '../../../docs/openapi.json?raw';

it('the forms are those that the description of the API asks for', () => {
  const { components } = JSON.parse(description) as { components: { schemas: Record<string, Schema> } };
  expect(FORMS).toEqual(formsOf(components.schemas));
});
