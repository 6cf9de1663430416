import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageBin } from '../processes/package-bin.ts'
import { runNode } from '../processes/run-command.ts'

/** The example: a wall of messages for each battle. Its files end in `.txt`, so that they are no part of the product. */
const EXAMPLE = join(import.meta.dirname, 'battle-wall')

interface Edit {
  path: string
  /** Lines that stand there, and what they become. */
  lines: readonly (readonly [from: string, to: string])[]
}

const before = (line: string, added: string): readonly [string, string] => [line, `${added}\n${line}`]

/** CONTRIBUTING's recipe as edits of existing files. */
const EDITS: readonly Edit[] = [
  {
    path: 'api/src/calls.ts',
    lines: [
      before(
        "import { battlesCalls } from './calls/battles.ts'",
        "import { battleWallCalls } from './calls/battle-wall.ts'",
      ),
      before('  ...battlesCalls,', '  ...battleWallCalls,'),
    ],
  },
  {
    path: 'server/src/features.ts',
    lines: [
      before(
        "import { battlesFeature } from './features/battles/feature.ts'",
        "import { battleWallFeature } from './features/battle-wall/feature.ts'",
      ),
      before('  battlesFeature,', '  battleWallFeature,'),
    ],
  },
  {
    path: 'server/src/access-matrix.db.test.ts',
    lines: [
      before(
        "  'GET /api/battles/:id': [ALL, '/api/battles/{live}'],",
        `  'GET /api/battles/:id/wall': [SIGNED_IN, '/api/battles/{live}/wall'],
  'POST /api/battles/:id/wall': [SIGNED_IN, '/api/battles/{live}/wall', { text: 'Good luck' }],`,
      ),
    ],
  },
  {
    path: 'web/src/features/battles/showdown/showdown-screen.tsx',
    lines: [
      before("import { request } from '#lib/api'", "import { BattleWall } from '#features/battle-wall'"),
      [
        '  return <StartedBattle battle={battle} viewer={user} isFresh={isFresh} justEnded={justEnded} />',
        `  return (
    <>
      <StartedBattle battle={battle} viewer={user} isFresh={isFresh} justEnded={justEnded} />
      {user && <BattleWall id={id} />}
    </>
  )`,
      ],
    ],
  },
]

/**
 * Adds the example to a tree, by CONTRIBUTING's recipe. Returns the existing files that are not as they were: those
 * edited by hand, and those the migration's command and checksum changed.
 */
export async function addFeature(root: string): Promise<string[]> {
  for (const path of globSync('**/*.txt', { cwd: EXAMPLE })) {
    const target = join(root, path.replace(/[.]txt$/, ''))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(EXAMPLE, path), target)
  }
  for (const { path, lines } of EDITS) {
    const text = readFileSync(join(root, path), 'utf8')
    writeFileSync(join(root, path), lines.reduce(replaceLine, text))
  }
  return [...EDITS.map(({ path }) => path), ...(await addMigration(root))]
}

function replaceLine(text: string, [from, to]: readonly [string, string]): string {
  if (!text.includes(`\n${from}\n`)) throw new Error(`There is no such line: ${from}`)
  return text.replace(`\n${from}\n`, `\n${to}\n`)
}

/** Runs the command of the recipe, and enters the checksum of what it wrote. */
async function addMigration(root: string): Promise<string[]> {
  const list = () => globSync('server/migrations/*.sql', { cwd: root })
  const known = new Set(list())
  const args = ['generate', '--config', 'server/drizzle.config.ts', '--name', 'battle-wall']
  const { ok, output } = await runNode([packageBin('drizzle-kit', 'drizzle-kit'), ...args], { cwd: root })
  const [added] = list().filter((path) => !known.has(path))
  if (!ok || added === undefined) throw new Error(output)
  const path = 'server/migrations/checksums.json'
  const checksums = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>
  const sum = createHash('sha256')
    .update(readFileSync(join(root, added)))
    .digest('hex')
  const entered = { ...checksums, [added.replace('server/migrations/', '')]: sum }
  writeFileSync(join(root, path), `${JSON.stringify(entered, null, 2)}\n`)
  return [path, 'server/migrations/meta/_journal.json']
}
