import { expect, it } from 'vitest';

import { FORMS } from './forms.gen';
import { formsOf, type Schema } from './forms-of';
import { listsOf, type ListSchema } from './lists-of';
import { LISTS } from './plan-lists.gen';

import description from '../../../docs/openapi.json?raw';

const { components } = JSON.parse(description) as {
  components: { schemas: Record<string, Schema & ListSchema> };
};

it('the forms are those that the description of the API asks for', () => {
  expect(FORMS).toEqual(formsOf(components.schemas));
});

it('the lists are those that the description of the API knows', () => {
  expect(LISTS).toEqual(listsOf(components.schemas));
});
