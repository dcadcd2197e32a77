/** Which module may import which. Rules come from folders: no list of features to keep. */

/** Rooms of src from the ground up, by the paths of their modules; each may import those before it. */
const LAYERS = {
  types: '^src/api/(types|generated/types[.]gen)[.]ts$',
  lib: '^src/lib/',
  api: '^src/api/(?!types[.]ts$|generated/types[.]gen[.]ts$)',
  plan: '^src/plan/',
  components: '^src/components/',
  charts: '^src/charts/',
  // What several features show.
  'shared features': '^src/features/(findings|changes)/',
  features: '^src/features/(?!(findings|changes)/)',
  pages: '^src/pages/',
  app: '^src/app/',
};

const NAMES = Object.keys(LAYERS);

const layers = NAMES.slice(0, -1).map((name, index) => ({
  name: `layer-${name.replace(' ', '-')}`,
  comment: `Imports flow one way: ${NAMES.join(' <- ')}.`,
  severity: 'error',
  from: { path: LAYERS[name] },
  to: { path: NAMES.slice(index + 1).map((above) => LAYERS[above]) },
}));

/** Modules of one room do not import those of another on the same floor. */
const noNeighbour = (name, comment, floor, folder) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `${floor}([^/]+)/` },
  to: { path: floor, pathNot: `^src/${folder}/$1/` },
});

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
    noNeighbour(
      'no-neighbour-feature',
      'Features do not import each other. A page puts them together; what several of them show is a shared feature, and what else they need belongs to a layer below.',
      '^src/features/(?!(?:findings|changes)/)',
      'features',
    ),
    noNeighbour(
      'no-neighbour-shared',
      'Shared features do not import each other.',
      '^src/features/(?=(?:findings|changes)/)',
      'features',
    ),
    noNeighbour('no-neighbour-page', 'Pages do not import each other.', '^src/pages/', 'pages'),
    {
      name: 'no-index',
      comment: 'A module is imported by its own name: no index file stands before a room.',
      severity: 'error',
      from: {},
      to: { path: '^src/(?!api/generated/).*/index[.]tsx?$' },
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
