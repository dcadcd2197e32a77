import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Imports flow one way: lib <- api <- components <- charts <- features <- app. */
const layer = (files, forbidden, extra = []) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...(forbidden.length
            ? [
                {
                  group: forbidden.flatMap((name) => [`@/${name}`, `@/${name}/*`]),
                  message: 'Imports flow one way: lib, api, components, charts, features, app.',
                },
              ]
            : []),
          ...extra,
        ],
      },
    ],
  },
});

const onlyCharts = { group: ['recharts', 'recharts/*'], message: 'Only src/charts draws with recharts.' };
const feature = (name) =>
  layer(
    [`src/features/${name}/**`],
    ['app'],
    [
      onlyCharts,
      {
        regex: `^@/features/(?!${name}/)`,
        message: 'Features do not import each other; the plan page puts them together.',
      },
    ],
  );

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/api/generated'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  reactHooks.configs.flat['recommended-latest'],
  jsxA11y.flatConfigs.strict,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_$', ignoreRestSiblings: true }],
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['eslint.config.js', 'public/*.js'], ...tseslint.configs.disableTypeChecked },
  layer(
    ['src/lib/**'],
    ['api/queries', 'api/client', 'components', 'charts', 'features', 'app'],
    [onlyCharts],
  ),
  layer(['src/api/**'], ['components', 'charts', 'features', 'app'], [onlyCharts]),
  layer(['src/components/**'], ['charts', 'features', 'app'], [onlyCharts]),
  layer(['src/charts/**'], ['features', 'app']),
  layer(['src/features/plan/**'], ['app'], [onlyCharts]),
  // The page of the evidence puts own models into the library, as that of a plan puts its parts together.
  layer(['src/features/evidence/**'], ['app'], [onlyCharts]),
  // That of a shared link does so too, for reading only.
  layer(['src/features/sharing/**'], ['app'], [onlyCharts]),
  ...['start', 'inputs', 'comparison', 'explain', 'source-checks', 'changes', 'findings'].map(feature),
  ...['opm-models', 'plan-transfer', 'read-cache', 'docs', 'cost', 'reports', 'access'].map(feature),
  layer(['src/app/**'], [], [onlyCharts]),
  prettier,
);
