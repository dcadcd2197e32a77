/** The questions to a plan that pages ask, as the API's description declares them: read by `generate-forms.js`. */

interface Operation {
  operationId: string;
  'x-question'?: string;
  'x-by-hand'?: readonly string[];
  parameters?: readonly { in: string }[];
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  responses: Record<string, { content: Record<string, { schema: { $ref?: string } }> }>;
}

type Paths = Record<string, Partial<Record<string, Operation>>>;

/** A module with the type of each question, those that are sent in a document, and those that a link answers. */
export function questionsOf(paths: Paths): string {
  const sent = asked(paths, '/api/v1/', 'post');
  const shared = new Set(asked(paths, '/api/v1/shared/', 'get').map(([name]) => name));
  const lines = sent.map(([name, operation]) => {
    const request = nameOf(operation.requestBody?.content);
    const parameters = request !== 'Plan' ? `Omit<Api.${request}, 'plan'>` : queryOf(operation);
    return `'${name}': { answer: Api.${nameOf(operation.responses['200']?.content)}; parameters: ${parameters} };`;
  });
  const inDocument = sent.filter(([, { requestBody }]) => nameOf(requestBody?.content) !== 'Plan');
  return `import type * as Api from './generated/types.gen';

/** The questions to a plan: what each answers, and what may be asked for beside the plan. */
export interface Questions {
  ${lines.join('\n')}
}

/** Those whose parameters stand in a document with the plan. */
export const IN_DOCUMENT: readonly (keyof Questions)[] = ${JSON.stringify(inDocument.map(([name]) => name))};

/** Those that a shared link answers. */
export type SharedQuestion = ${sent
    .filter(([name]) => shared.has(name))
    .map(([name]) => `'${name}'`)
    .join(' | ')};
`;
}

function asked(paths: Paths, prefix: string, method: string): [string, Operation][] {
  return Object.entries(paths).flatMap(([path, { [method]: operation }]) => {
    const name = operation?.['x-question'];
    if (operation === undefined || name === undefined || !path.startsWith(prefix)) return [];
    return operation['x-by-hand']?.includes('browser') ? [] : [[name, operation] as [string, Operation]];
  });
}

const nameOf = (content: Record<string, { schema: { $ref?: string } }> | undefined): string =>
  content?.['application/json']?.schema.$ref?.split('/').at(-1) ?? 'unknown';

function queryOf({ operationId, parameters = [] }: Operation): string {
  if (!parameters.some((each) => each.in === 'query')) return 'Record<string, never>';
  const type = operationId.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `NonNullable<Api.${type}Data['query']>`;
}
