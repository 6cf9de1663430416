import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cruise, cruiseTree, ruleNames } from './cruise.ts'
import { featureCircles } from './feature-circles.ts'
import { type Files, plantTree } from './planted-tree.ts'

/** For each rule, files that break only it. Together they use every import syntax. */
const PLANTED: Record<string, Files> = {
  'api-imports-zod-and-itself': {
    'api/src/planted-node.ts': "import { readFileSync } from 'node:fs'\nexport const a = readFileSync\n",
    'api/src/planted-type.ts': "import type { FastifyInstance } from 'fastify'\nexport type A = FastifyInstance\n",
    'api/src/planted-up.ts': "export type { Clock } from '../../server/src/platform/clock.ts'\n",
  },
  'first-page-imports-nothing': {
    'api/src/money.ts': "import { z } from 'zod'\nexport const cents = z\n",
    'api/src/levels.ts': "import type { ErrorCode } from './errors.ts'\nexport const levels: ErrorCode[] = []\n",
  },
  'drawing-imports-nothing': {
    'drawing/src/planted-api.ts': "import { pattern } from '@aura/api/ids'\nexport const a = pattern\n",
    'drawing/src/planted-node.ts': "import { cpus } from 'os'\nexport const a = cpus\n",
  },
  'drawing-is-for-web-and-server': {
    'contracts/tools/planted.ts': "import { ring } from '../../drawing/src/ring.ts'\nexport const a = ring\n",
  },
  'lab-is-a-chain-and-nothing-else': {
    'lab/src/planted-api.ts': "import { pattern } from '@aura/api/ids'\nexport const a = pattern\n",
  },
  'product-without-solutions': {
    'web/src/planted-solutions.ts':
      "import { solutions } from '../../lab/solutions/transfer.ts'\nexport const a = solutions\n",
  },
  'generated-contracts-import-nothing': {
    'contracts/generated/planted.ts': "import type { Abi } from 'viem'\nexport const abi: Abi = []\n",
  },
  'product-sees-only-abis': {
    'server/src/planted-bytecode.ts': "import { code } from '@aura/contracts/bytecode'\nexport const a = code\n",
    'web/src/planted-compiler.ts': "export type { Compiled } from '../../contracts/tools/compile.ts'\n",
  },
  'signing-is-encoding-alone': {
    'contracts/signing/planted.ts': "import { code } from '../generated/bytecode.ts'\nexport const a = code\n",
  },
  'product-without-tools': {
    'server/src/planted-tools.ts':
      "import type { startChain } from '@aura/tools/chain'\nexport type A = typeof startChain\n",
    'web/src/planted-tools.ts': "export const a = () => import('../../tools/chain.ts')\n",
  },
  'product-without-tests': {
    'server/src/planted-test.ts': "import '../../tests/server/test-app.ts'\n",
    'api/src/planted-test.ts': "import './auth.test.ts'\n",
  },
  'web-without-server': {
    'web/src/planted-server.ts':
      "import type { Clock } from '@aura/server/src/platform/clock.ts'\nexport type A = Clock\n",
  },
  'server-without-web': {
    'server/src/planted-web.ts': "export * from '../../web/src/lib/api.ts'\n",
  },
  'web-without-node': {
    'web/src/planted-node.tsx': "import { Buffer } from 'node:buffer'\nexport const A = () => <p>{Buffer.name}</p>\n",
  },
  'platform-knows-no-feature': {
    'server/src/platform/planted-alias.ts':
      "import { type mayStart } from '#features/battles'\nexport type A = typeof mayStart\n",
    'server/src/platform/planted-list.ts': "import { features } from '../features.ts'\nexport const a = features\n",
  },
  'ui-knows-no-domain': {
    'web/src/ui/planted-feature.tsx': "import { Avatar } from '#features/profile'\nexport const A = Avatar\n",
    'web/src/ui/planted-lib.tsx': "import { call } from '#lib/api'\nexport const A = () => <p>{call()}</p>\n",
  },
  'server-feature-by-its-door': {
    'server/src/features/battles/planted-alias.ts':
      "import type { transfer } from '../ledger/store.ts'\nexport type A = typeof transfer\n",
    'server/src/features/battles/planted-path.ts': "export const a = await import('../ledger/tables.ts')\n",
  },
  'tables-name-only-tables': {
    'server/src/features/profile/tables.ts': "import { insert } from '../battles/store.ts'\nexport const a = insert\n",
  },
  'web-feature-by-its-door': {
    'web/src/features/profile/planted.tsx': "import { Battle } from '../battles/battle.tsx'\nexport const A = Battle\n",
  },
  'pure-files-stay-pure': {
    'server/src/features/ledger/rules.ts': "import type { Clock } from '#platform/clock'\nexport type A = Clock\n",
    'server/src/features/ledger/fee.rules.ts': "import { sql } from 'drizzle-orm'\nexport const a = sql\n",
    'server/src/features/steeze/rules.ts': "import { mayStart } from '#features/battles'\nexport const a = mayStart\n",
    // Its own feature's store is one step away from the database.
    'server/src/features/battles/gift.rules.ts': "import { insert } from './store.ts'\nexport const a = insert\n",
    'server/src/features/battles/gifts/planted.rules.ts':
      "import { insert } from '../store.ts'\nexport const a = insert\n",
    'server/src/platform/rate.rules.ts':
      "import { performance } from 'node:perf_hooks'\nexport const a = performance\n",
    'web/src/features/profile/name.rules.ts': "import { call } from '#lib/api'\nexport const a = call\n",
  },
  'database-only-in-stores': {
    'server/src/features/battles/planted-sql.ts': "import { sql } from 'drizzle-orm'\nexport const a = sql\n",
    'server/src/features/battles/gifts/planted-sql.ts': "import { sql } from 'drizzle-orm'\nexport const a = sql\n",
  },
  'no-cycles': {
    'server/src/planted-hen.ts': "import type { Egg } from './planted-egg.ts'\nexport type Hen = Egg[]\n",
    'server/src/planted-egg.ts': "import type { Hen } from './planted-hen.ts'\nexport interface Egg { from: Hen }\n",
  },
  'everything-resolves': {
    'server/src/planted-nowhere.ts': "import '#platform/nowhere'\n",
    'web/src/planted-nowhere.ts': "import './nowhere.ts'\n",
  },
}

/** Returns the offending files by rule. A cycle is reported once, with both ends. */
const culprits = ({ violations }: Cruise) => [
  ...new Set(
    violations.flatMap(({ rule, from, to }) =>
      rule === 'no-cycles' ? [`${rule}: ${from}`, `${rule}: ${to}`] : [`${rule}: ${from}`],
    ),
  ),
]

describe('the rules of the house', () => {
  const tree = plantTree(Object.assign({}, ...Object.values(PLANTED)) as Files)
  afterAll(tree.remove)
  let broken: Cruise
  beforeAll(async () => {
    broken = await cruiseTree(tree.root)
  })

  it('are each broken by a planted file', async () => {
    expect(Object.keys(PLANTED).sort()).toEqual((await ruleNames()).sort())
  })

  it.each(Object.entries(PLANTED))('%s', (rule, files) => {
    const found = culprits(broken).filter((culprit) => culprit.startsWith(`${rule}: `))
    expect(found.sort()).toEqual(
      Object.keys(files)
        .map((file) => `${rule}: ${file}`)
        .sort(),
    )
  })

  it('report each planted file for its own rule only', () => {
    const planted = Object.values(PLANTED).flatMap((files) => Object.keys(files))
    expect(
      culprits(broken)
        .map((culprit) => culprit.replace(/^.*: /, ''))
        .sort(),
    ).toEqual(planted.sort())
  })

  it('see aliases, workspaces, types and lazy imports as the files they lead to', () => {
    const leadsTo = (from: string, written: string) =>
      broken.imports.find((found) => found.from === from && found.written === written)?.resolved
    const battles = 'server/src/features/battles'
    expect(leadsTo(`${battles}/rules.ts`, '@aura/api/errors')).toBe('api/src/errors.ts')
    expect(leadsTo(`${battles}/start-battle.ts`, '#platform/clock')).toBe('server/src/platform/clock.ts')
    expect(leadsTo('web/src/main.tsx', '#features/battles')).toBe('web/src/features/battles/index.tsx')
  })
})

describe('a circle of features', () => {
  const tree = plantTree({
    'server/src/features/ledger/planted.ts':
      "import type { mayStart } from '#features/battles'\nexport type A = typeof mayStart\n",
    'web/src/features/profile/planted.ts': "export const a = () => import('#features/battles')\n",
    'server/src/features/ledger/planted.test.ts':
      "import { routes } from '../battles/routes.ts'\nexport const a = routes\n",
  })
  afterAll(tree.remove)

  it('is found where no two files import each other', async () => {
    const { imports, violations } = await cruiseTree(tree.root)
    expect(violations.filter(({ rule }) => rule === 'no-cycles')).toEqual([])
    expect(featureCircles(imports)).toEqual({
      'server battles': ['server ledger'],
      'server ledger': ['server battles'],
      'web battles': ['web profile'],
      'web profile': ['web battles'],
    })
  })
})

describe('a house without planted files', () => {
  const tree = plantTree()
  afterAll(tree.remove)

  it('breaks no rule', async () => {
    const { files, imports, violations } = await cruiseTree(tree.root)
    expect(violations).toEqual([])
    expect(featureCircles(imports)).toEqual({})
    expect(files).toContain('server/src/features/battles/start-battle.ts')
    expect(files).toContain('web/src/features/battles/battle.tsx')
  })
})

describe('this repository', () => {
  it('breaks no rule', async () => {
    const { files, imports, violations } = await cruiseTree(fileURLToPath(new URL('../..', import.meta.url)))
    expect(violations).toEqual([])
    expect(featureCircles(imports)).toEqual({})
    expect(files.filter((file) => /[.]tsx?$/.test(file)).length).toBeGreaterThan(10)
  })
})
