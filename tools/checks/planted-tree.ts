import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type Files = Record<string, string>

const emptyPackage = (name: string): Files => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', exports: './index.js' }),
  [`node_modules/${name}/index.js`]: 'export {}\n',
})

const PACKAGES = ['zod', 'fastify', 'pg', 'drizzle-orm', 'react', 'viem', 'vitest']

const WORKSPACES = ['api', 'server', 'web', 'tools', 'contracts']

/** A minimal tree with every kind of allowed import. */
const CLEAN_HOUSE: Files = {
  'package.json': JSON.stringify({ name: 'house', private: true, type: 'module', workspaces: WORKSPACES }),
  'api/package.json': JSON.stringify({ name: '@aura/api', type: 'module', exports: { './*': './src/*.ts' } }),
  'server/package.json': JSON.stringify({
    name: '@aura/server',
    type: 'module',
    imports: {
      '#platform/*': './src/platform/*.ts',
      '#features/*': './src/features/*/index.ts',
    },
  }),
  'web/package.json': JSON.stringify({
    name: '@aura/web',
    type: 'module',
    imports: { '#ui/*': './src/ui/*.tsx', '#lib/*': './src/lib/*.ts', '#features/*': './src/features/*/index.tsx' },
  }),
  'tools/package.json': JSON.stringify({ name: '@aura/tools', type: 'module', exports: { './*': './*.ts' } }),
  'contracts/package.json': JSON.stringify({
    name: '@aura/contracts',
    type: 'module',
    exports: { './abi': './generated/abi.ts', './bytecode': './generated/bytecode.ts' },
  }),

  'api/src/errors.ts': 'export type ErrorCode = string\n',
  'api/src/money.ts': 'export const cents = 100\n',
  'api/src/ids.ts': 'export const pattern = /x/\n',
  'api/src/levels.ts': 'export const levels = []\n',
  'api/src/auth.ts':
    "import { z } from 'zod'\nimport { pattern } from './ids.ts'\nexport const schema = [z, pattern]\n",
  'api/src/auth.test.ts':
    "import { it } from 'vitest'\nimport { readFileSync } from 'node:fs'\nit('x', readFileSync)\n",
  'drawing/src/ring.ts': "import { turn } from './geometry.ts'\nexport const ring = turn\n",
  'lab/solutions/transfer.ts': 'export const solutions = []\n',
  'drawing/src/geometry.ts': 'export const turn = 6.28\n',

  'server/src/main.ts':
    "import './env/env.ts'\nimport { features } from './features.ts'\nexport const main = features\n",
  'server/src/env/env.ts': "import 'node:process'\nexport const env = {}\n",
  'server/src/features.ts': "import { routes } from './features/battles/routes.ts'\nexport const features = [routes]\n",
  'server/src/platform/chain.ts': "import { abi } from '@aura/contracts/abi'\nexport const chain = abi\n",
  'server/src/platform/clock.ts': 'export interface Clock { nowMs(): number }\n',
  'server/src/platform/db.ts': "import 'pg'\nexport interface Db { query: unknown }\n",
  'server/src/features/battles/routes.ts':
    "import type { FastifyInstance } from 'fastify'\nimport { start } from './start-battle.ts'\nexport const routes = (app: FastifyInstance) => [app, start]\n",
  'server/src/features/battles/start-battle.ts':
    "import type { Clock } from '#platform/clock'\nimport { transfer } from '#features/ledger'\nimport { mayStart } from './rules.ts'\nimport { insert } from './store.ts'\nexport const start = (clock: Clock) => [clock, transfer, mayStart, insert]\n",
  'server/src/features/battles/rules.ts':
    "import type { ErrorCode } from '@aura/api/errors'\nimport { stake } from './stake.rules.ts'\nimport { sides } from './sides.ts'\nexport const mayStart = (): ErrorCode => stake + sides\n",
  'server/src/features/battles/sides.ts': "import '@aura/api/auth'\nexport const sides = 2\n",
  'server/src/features/battles/stake.rules.ts':
    "import 'node:crypto'\nimport '@aura/api/money'\nexport const stake = 'x'\n",
  'server/src/features/battles/store.ts':
    "import type { Db } from '#platform/db'\nimport { battles } from './tables.ts'\nimport 'drizzle-orm'\nexport const insert = (db: Db) => [db, battles]\n",
  'server/src/features/battles/tables.ts':
    "import { accounts } from '../ledger/tables.ts'\nimport 'drizzle-orm'\nexport const battles = [accounts]\n",
  'server/src/features/battles/index.ts': "export { mayStart } from './rules.ts'\n",
  'server/src/features/battles/battles.db.test.ts':
    "import 'vitest'\nimport '../../../../tests/server/test-app.ts'\nimport 'pg'\n",
  'server/src/features/ledger/index.ts': "export { transfer } from './store.ts'\n",
  'server/src/features/ledger/store.ts': "import 'drizzle-orm'\nexport const transfer = 1\n",
  'server/src/features/ledger/tables.ts': "import 'drizzle-orm'\nexport const accounts = 1\n",
  'tests/server/test-app.ts':
    "import { startChain } from '@aura/tools/chain'\nimport '../../server/src/main.ts'\nexport const app = startChain\n",

  'web/index.html': '<script type="module" src="/src/main.tsx"></script>\n',
  'web/vite.config.ts': "import 'node:path'\nexport default {}\n",
  'web/src/main.tsx':
    "import './app.css'\nimport { lazy } from 'react'\nexport const Battles = lazy(() => import('#features/battles'))\n",
  'web/src/app.css': 'body { margin: 0 }\n',
  'web/src/ui/button.tsx': "import 'react'\nexport const Button = () => null\n",
  'web/src/lib/api.ts': "import type { ErrorCode } from '@aura/api/errors'\nexport const call = (): ErrorCode => ''\n",
  'web/src/features/battles/index.tsx': "export { Battle } from './battle.tsx'\n",
  'web/src/features/battles/battle.tsx':
    "import { Button } from '#ui/button'\nimport { call } from '#lib/api'\nimport { ring } from '../../../../drawing/src/ring.ts'\nimport { Avatar } from '#features/profile'\nexport const Battle = () => [Button, call, ring, Avatar]\n",
  'web/src/features/profile/index.tsx': 'export const Avatar = () => null\n',

  'tools/chain.ts':
    "import 'node:child_process'\nimport { code } from '@aura/contracts/bytecode'\nexport const startChain = code\n",
  'contracts/generated/abi.ts': 'export const abi = []\n',
  'contracts/generated/bytecode.ts': "export const code = '0x'\n",
  'contracts/tools/compile.ts': "import 'node:fs'\nexport type Compiled = string\n",

  'tools/demo-data.ts': "import '@aura/server/src/main.ts'\nimport '../drawing/src/ring.ts'\n",
}

/** Writes the clean tree plus `planted` to a temporary folder. */
export function plantTree(planted: Files = {}): { root: string; remove: () => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'aura-house-')))
  const files = Object.assign({}, ...PACKAGES.map(emptyPackage), CLEAN_HOUSE, planted) as Files
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  // npm links workspaces the same way.
  mkdirSync(join(root, 'node_modules/@aura'))
  for (const name of WORKSPACES) symlinkSync(join(root, name), join(root, 'node_modules/@aura', name), 'junction')
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}
