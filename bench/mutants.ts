/**
 * Mutation tests of the contracts: breaks a copy one change at a time and counts the changes the tests notice.
 * A mutant that passes the unit and fuzz tests is run against the invariants. One that survives these must be listed
 * with a reason in mutants/survivors.ts, or the program exits with an error. `npm run bench mutants [CONTRACT
 * [FIRST LAST]]` for one contract, or a range of its mutants.
 */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foundryProgram } from '../tools/foundry.ts'
import { runCommand } from '../tools/processes/run-command.ts'
import { mutantsOf } from './mutants/make-mutants.ts'
import { SURVIVORS } from './mutants/survivors.ts'
import { type Figures, printFigures, printTable } from './support/figures.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')
const [onlyContract, first = '1', last = '10000'] = process.argv.slice(2)
const CONTRACTS = ['AuraVouch', 'SteezeStack', 'AuraAccount', 'AuraAccountFactory'].filter(
  (name) => !onlyContract || name === onlyContract,
)

type Fate = 'noticed' | 'not a program' | 'lives'

/** Optimising for fewer runs takes less time. Without it the check of passkeys needs more of the stack than there is. */
const QUICK = { FOUNDRY_OPTIMIZER_RUNS: '1', FOUNDRY_DYNAMIC_TEST_LINKING: 'true', FOUNDRY_FUZZ_RUNS: '64' }

function forge(folder: string, args: string[]) {
  return runCommand(foundryProgram('forge'), ['test', '--offline', '--root', '.', '--fail-fast', ...args], {
    cwd: folder,
    env: { ...QUICK, FOUNDRY_CONFIG: join(folder, 'contracts/foundry.toml'), NO_COLOR: '1' },
  })
}

async function fateOf(folder: string): Promise<Fate> {
  const tests = await forge(folder, ['--no-match-contract', 'GasTest|Invariants'])
  if (/Compiler run failed/.test(tests.output)) return 'not a program'
  if (!tests.ok) return 'noticed'
  const invariants = await forge(folder, ['--match-contract', 'Invariants'])
  return invariants.ok ? 'lives' : 'noticed'
}

async function tryAll(folder: string, contract: string) {
  const file = join(folder, 'contracts/src', `${contract}.sol`)
  const original = await readFile(file, 'utf8')
  const mutants = mutantsOf(original).slice(Number(first) - 1, Number(last))
  const counts = { noticed: 0, 'not a program': 0, lives: 0 }
  let unexplained = 0
  for (const mutant of mutants) {
    await writeFile(file, mutant.source)
    const fate = await fateOf(folder)
    counts[fate] += 1
    if (fate !== 'lives') continue
    const reason = SURVIVORS.find(({ before, after }) => before === mutant.before && after === mutant.after)?.why
    if (!reason) unexplained++
    console.log(
      `${contract}:${mutant.line} lives: ${mutant.before}\n  as ${mutant.after}\n  ${reason ?? 'NOBODY SAYS WHY'}`,
    )
  }
  await writeFile(file, original)
  return { contract, tried: mutants.length, counts, unexplained }
}

const folder = temporaryFolder()
await mkdir(join(folder, 'contracts'))
for (const name of ['src', 'test', 'foundry.toml', 'solc.cjs'])
  await cp(join(root, 'contracts', name), join(folder, 'contracts', name), { recursive: true })
await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
const unchanged = await fateOf(folder)
if (unchanged !== 'lives') throw new Error(`The contracts as they are don't pass their tests (${unchanged})`)

const results: Awaited<ReturnType<typeof tryAll>>[] = []
for (const contract of CONTRACTS) results.push(await tryAll(folder, contract))
console.log('\nMutants of the contracts\n')
printTable(
  results.map(({ contract, tried, counts, unexplained }) => ({
    ...{ contract, tried },
    'not a program': counts['not a program'],
    noticed: counts.noticed,
    'live for a reason': counts.lives - unexplained,
    live: unexplained,
  })),
)
const figures: Figures = {}
for (const { contract, tried, counts, unexplained } of results) {
  const programs = tried - counts['not a program']
  figures[`mutants-${contract}`] = (programs - unexplained) / programs
}
printFigures(figures)
if (results.some(({ unexplained }) => unexplained > 0)) process.exitCode = 1
