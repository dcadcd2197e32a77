/** Which module may import which. Rules come from folders: no list of features to keep. */

/** Folders of src; each may import those before it. */
const LAYERS = ['lib', 'api', 'components', 'charts', 'features', 'pages', 'app'];

/** Types alone, which all layers may name. */
const TYPES = '^src/api/types[.]ts$';

const layers = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `layer-${layer}`,
  comment: `Imports flow one way: ${LAYERS.join(' <- ')}.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: `^src/(${LAYERS.slice(index + 1).join('|')})/`, pathNot: TYPES },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Modules do not import each other in a circle, not even for a type.',
      severity: 'error',
      // The generator's own circle of types is its business.
      from: { pathNot: '^src/api/generated/' },
      to: { circular: true },
    },
    {
      name: 'no-neighbour',
      comment:
        'Features do not import each other, nor do pages. A page puts features together; what several features need belongs to a layer below.',
      severity: 'error',
      from: { path: '^src/(features|pages)/([^/]+)/' },
      to: { path: '^src/$1/', pathNot: '^src/$1/$2/' },
    },
    {
      name: 'only-charts-draw',
      comment: 'Only src/charts draws with recharts, which is loaded when there is something to draw.',
      severity: 'error',
      from: { pathNot: '^src/charts/library[.]ts$' },
      to: { path: 'node_modules/recharts/' },
    },
    {
      name: 'draws-later',
      comment: 'What draws is large: a static import would load it with the page.',
      severity: 'error',
      from: {},
      to: { path: '^src/charts/library[.]ts$', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-found',
      comment: 'What is imported exists, style sheets included.',
      severity: 'error',
      from: {},
      // The build makes virtual ones.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    ...layers,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.app.json' },
  },
};
