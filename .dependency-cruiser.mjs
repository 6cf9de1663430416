/**
 * The rules of the house in so far as imports can prove them. All of them are errors.
 * tools/checks/boundaries.test.ts plants one violation per rule; a rule without a planted violation fails there.
 *
 * In a rule's `to`, `$1` is what the first group of `from.path` matched.
 */

const TESTS = '[.]test[.]tsx?$'

/** zod as npm installs it, hoisted or not. */
const ZOD = '(^|/)node_modules/zod/'

/** Files the first page loads: whatever they import, every visitor pays for. */
const FIRST_PAGE =
  '^api/src/(amounts|battle-errors|battle-statuses|errors|money|whole|ids|levels|rules/[^/]+)(?<![.]test)[.]ts$'

/** Database drivers and clients. */
const DATABASE_PACKAGES = '(^|/)node_modules/(drizzle-orm|pg|pg-[^/]+|@types/pg)/'

/**
 * Allowed in pure files beside api: libraries, or parts of them, that compute and do nothing else. Hashing is
 * arithmetic; chance and clock in what they import are looked for by tools/checks/house.test.ts.
 */
const PURE_LIBRARIES = [
  ZOD,
  '(^|/)node_modules/viem/_[^/]+/(siwe|utils)/',
  '(^|/)node_modules/glicko2-lite/',
  '^crypto$',
]

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'api-imports-zod-and-itself',
    comment: 'Both sides and every tool import api; whatever it drags in, they all get.',
    severity: 'error',
    from: { path: '^api/src/', pathNot: [TESTS, FIRST_PAGE] },
    to: { pathNot: ['^api/src/', ZOD] },
  },
  {
    name: 'first-page-imports-nothing',
    comment: 'The landing chunk loads these files; one import of zod would be a quarter of its weight.',
    severity: 'error',
    from: { path: FIRST_PAGE },
    to: { pathNot: '^api/src/(whole|battle-errors)[.]ts$' },
  },
  {
    name: 'drawing-imports-nothing',
    comment: 'Pure geometry and drawing: runs unchanged in a page and in the server.',
    severity: 'error',
    from: { path: '^drawing/', pathNot: TESTS },
    to: { pathNot: '^drawing/' },
  },
  {
    name: 'drawing-is-for-web-and-server',
    comment: 'Only web and server (and tools, bench and tests) draw.',
    severity: 'error',
    from: { pathNot: ['^(drawing|web|server|tools|bench|tests)/', TESTS] },
    to: { path: '^drawing/' },
  },
  {
    name: 'lab-is-a-chain-and-nothing-else',
    comment: 'A lab runs unchanged in a page and in the server, and its outcome depends on nothing around it.',
    severity: 'error',
    from: { path: '^lab/', pathNot: TESTS },
    to: { pathNot: ['^lab/', '^contracts/generated/', ZOD, '(^|/)node_modules/@(ethereumjs|noble)/'] },
  },
  {
    name: 'product-without-solutions',
    comment: 'How a lab is solved is for tests and for the checks of lessons.',
    severity: 'error',
    from: { path: ['^(server|web)/src/', '^lab/src/'], pathNot: TESTS },
    to: { path: '^lab/solutions/' },
  },
  {
    name: 'generated-contracts-import-nothing',
    comment: 'What TypeScript sees of the contracts is data.',
    severity: 'error',
    from: { path: '^contracts/generated/' },
    to: {},
  },
  {
    name: 'product-sees-only-abis',
    comment: 'The product talks to contracts and signs for them; deploying and compiling them is for tools and tests.',
    severity: 'error',
    from: { path: '^(api|drawing|server|web)/src/', pathNot: TESTS },
    to: {
      path: ['^contracts/', '^@aura/contracts(/|$)'],
      pathNot: '^contracts/(generated/abi|signing/[^/]+)(?<![.]test)[.]ts$',
    },
  },
  {
    name: 'signing-is-encoding-alone',
    comment: 'What is signed for the contracts is computed alike in a page, in the server and without either.',
    severity: 'error',
    from: { path: '^contracts/signing/', pathNot: TESTS },
    to: { pathNot: ['^contracts/(signing/|generated/abi[.]ts$)', '(^|/)node_modules/viem/'] },
  },
  {
    name: 'product-without-tools',
    comment: 'The product runs without what development needs. To the server, sandbox X is only URLs.',
    severity: 'error',
    from: { path: '^(api|drawing|lab|server|web)/src/', pathNot: TESTS },
    to: { path: ['^tools/', '^@aura/tools(/|$)'] },
  },
  {
    name: 'product-without-tests',
    comment: 'What only tests need stays out of what ships.',
    severity: 'error',
    from: { path: '^(api|drawing|server|web)/src/', pathNot: TESTS },
    to: { path: ['^tests/', TESTS] },
  },
  {
    name: 'web-without-server',
    comment: 'What both sides need to know stands in api.',
    severity: 'error',
    from: { path: '^web/' },
    to: { path: ['^server/', '^@aura/server(/|$)'] },
  },
  {
    name: 'server-without-web',
    comment: 'What both sides need to know stands in api.',
    severity: 'error',
    from: { path: '^server/' },
    to: { path: ['^web/', '^@aura/web(/|$)'] },
  },
  {
    name: 'web-without-node',
    comment: 'A browser has no node: modules.',
    severity: 'error',
    from: { path: '^web/src/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'platform-knows-no-feature',
    comment: 'Features stand on the platform, never the other way round.',
    severity: 'error',
    from: { path: '^server/src/platform/' },
    to: { path: '^server/src/features(/|[.]ts$)' },
  },
  {
    name: 'ui-knows-no-domain',
    comment: 'Pieces of web/src/ui would work in any product: neither features nor lib.',
    severity: 'error',
    from: { path: '^web/src/ui/' },
    to: { path: '^web/src/(features|lib)/' },
  },
  {
    name: 'server-feature-by-its-door',
    comment: 'A feature reaches another only through its index.ts.',
    severity: 'error',
    from: { path: '^server/src/features/([^/]+)/', pathNot: '/tables[.]ts$' },
    to: {
      path: '^server/src/features/[^/]+/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index[.]ts$'],
    },
  },
  {
    name: 'tables-name-only-tables',
    comment: 'Foreign keys may name the tables of other features, nothing else of theirs.',
    severity: 'error',
    from: { path: '^server/src/features/([^/]+)/.*tables[.]ts$' },
    to: {
      path: '^server/src/features/[^/]+/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index[.]ts$', '/tables[.]ts$'],
    },
  },
  {
    name: 'web-feature-by-its-door',
    comment: 'A feature reaches another only through its index.ts(x).',
    severity: 'error',
    from: { path: '^web/src/features/([^/]+)/' },
    to: {
      path: '^web/src/features/[^/]+/',
      pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/index[.]tsx?$'],
    },
  },
  {
    name: 'pure-files-stay-pure',
    comment: 'Rules are decided from arguments alone: no database, no framework, no clock, not even by way of others.',
    severity: 'error',
    // The group is the feature's folder, or the part a pure file outside of features belongs to.
    from: { path: '^((?:server|web)/src/features/[^/]+|(?:server|web)/src/[^/]+|bench|tools).*[/.]rules[.]ts$' },
    to: { reachable: true, pathNot: ['^api/src/', '^$1/', ...PURE_LIBRARIES] },
  },
  {
    name: 'database-only-in-stores',
    comment: 'SQL stands in store.ts and tables.ts; the rest of a feature sees their functions.',
    severity: 'error',
    from: {
      path: '^server/src/features/',
      pathNot: ['[/-]store[.]ts$', '/tables[.]ts$', '[/.]rules[.]ts$', TESTS],
    },
    to: { path: DATABASE_PACKAGES },
  },
  {
    name: 'no-cycles',
    comment: 'Files that need each other are one file, or three. Imports of types count.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    comment: 'An import that leads nowhere escapes every other rule. Mind the ending: .ts or .tsx.',
    severity: 'error',
    from: { path: '^(api|drawing|lab|server|web|tools|contracts|bench|tests)/' },
    to: { couldNotResolve: true },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden,
  options: {
    // TypeScript 7 has no API for tools: without swc, dependency-cruiser finds no .ts file and reports success.
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules(/|$)' },
    exclude: {
      path: '^([.](git|data|artifacts|build|build[.]unfinished)|content|docs|contracts/(out|cache)|[^/]+/dist)(/|$)',
    },
    // Workspaces name each other through "exports", their own parts through "imports".
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      mainFields: ['types', 'module', 'main'],
    },
  },
}
