import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../browser.ts'
import { FIRST_SCRIPTS_KB, firstScriptsKb, screensWithDialogs } from '../build/first-scripts.ts'
import { buildWeb } from '../build/web-build.ts'
import { newerThanFloor } from '../checks/browser-floor.ts'
import { packageBin } from '../processes/package-bin.ts'
import { runCommand, runNode } from '../processes/run-command.ts'
import { contractChecks } from './contract-checks.ts'
import type { Outcome, Step } from './steps.ts'
import { checkOutcome, playwrightOutcome, vitestOutcome } from './test-reports.ts'

const root = join(import.meta.dirname, '../..')
export const artifacts = join(root, '.artifacts')

/** A machine busy with other work takes three times as long as a quiet one. */
const SUITE_LIMIT_MS = 60 * 60_000

/** The commands `npm run check`, `npm test` and `npm run test:all`. */
export type Extent = 'check' | 'test' | 'all'

/** Returns the steps, cheapest first so that failures show early. */
export function stepsOf(extent: Extent): Step[] {
  const isAll = extent === 'all'
  const quick: Step[] = [
    { name: 'lint', title: 'format and lint rules', run: () => tool('@biomejs/biome', 'biome', ['check']) },
    { name: 'types', title: 'types of server, web app and journeys', run: types },
    {
      name: 'dead-code',
      title: 'unused files, exports and dependencies',
      run: () => tool('knip', 'knip', ['--no-progress']),
    },
    {
      name: 'unit',
      title: 'unit tests, boundaries and house rules',
      ...budget(isAll, 170),
      run: () => vitest('unit', ['unit'], isAll),
    },
  ]
  if (extent === 'check') return quick
  const steps: Step[] = [
    ...quick,
    {
      name: 'contracts',
      title: 'tests, gas and coverage of the contracts',
      ...budget(isAll, 80),
      run: () => contractChecks(join(artifacts, 'contracts.lcov'), { isAll }),
    },
    {
      name: 'db',
      title: 'calls and transactions on PostgreSQL',
      ...budget(isAll, 700),
      run: () => vitest('db', ['db'], isAll),
    },
    { name: 'web-build', title: 'building the web app', run: webBuild },
    {
      name: 'journeys',
      title: isAll ? 'journeys in a browser, and every screen' : 'the main journeys in a browser, and ten screens',
      needs: ['web-build'],
      ...budget(isAll, 400),
      run: () => journeys(isAll),
    },
  ]
  return isAll ? [...steps, ...rehearsals()] : steps
}

const budget = (isAll: boolean, cpuBudgetS: number) => (isAll ? {} : { cpuBudgetS })

/** Returns the steps that need programs other than npm packages. */
const rehearsals = (): Step[] => [
  {
    name: 'image',
    title: 'the image, built and run',
    lacks: () => lacksForRoot('buildah', 'podman', 'runc', 'debootstrap'),
    run: () => counted('tools/rehearsals/image.ts'),
  },
  {
    name: 'fresh-debian',
    title: 'the docs’ commands, from a new Debian to a restored backup',
    lacks: () => lacksForRoot('debootstrap', 'unshare', 'git', 'systemd-analyze'),
    run: () => counted('tools/rehearsals/fresh-debian.ts'),
  },
  { name: 'alerts', title: 'alert rules, by promtool', lacks: () => lacksPrograms('promtool'), run: alerts },
  {
    name: 'pgbouncer',
    title: 'servers and statements through PgBouncer',
    lacks: () => lacksPrograms('pgbouncer'),
    run: () => vitest('pgbouncer', ['pgbouncer'], true),
  },
  {
    name: 'nats',
    title: 'servers and live edges over NATS',
    lacks: () => lacksPrograms('nats-server'),
    run: () =>
      vitest('nats', ['unit', 'db'], true, { AURA_TEST_NATS: 'nats-server' }, ['server/src/platform/live/nats']),
  },
]

/** Debian installs some programs for root alone. */
const PATH = `${process.env.PATH}:/usr/sbin`

/** Returns a sentence naming the programs that are not installed, or null. Debian's packages have their names. */
function lacksPrograms(...names: string[]): string | null {
  const missing = names.filter((name) => spawnSync(name, ['--version'], { env: { PATH } }).error)
  return missing.length === 0 ? null : `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not installed`
}

const lacksForRoot = (...names: string[]): string | null =>
  process.getuid?.() === 0 ? lacksPrograms(...names) : 'it needs root'

async function tool(packageName: string, command: string, args: string[]): Promise<Outcome> {
  return checkOutcome(await runNode([packageBin(packageName, command), ...args], { cwd: root }))
}

/**
 * Checks all projects at once with one checker each: several checkers of a project check shared types again, for twice
 * the work.
 */
async function types(): Promise<Outcome> {
  const tsc = packageBin('typescript', 'tsc')
  const projects = ['tsconfig.json', 'web/tsconfig.json', 'tests/journeys/tsconfig.json']
  const outputs = await Promise.all(
    projects.map(async (project) => {
      const result = await runNode([tsc, '-p', project, '--checkers', '1'], { cwd: root })
      return result.ok ? '' : `${project}:\n${result.output}\n`
    }),
  )
  const output = outputs.join('')
  return checkOutcome({ ok: output === '', output })
}

async function vitest(
  name: string,
  projects: string[],
  isAll: boolean,
  env: Record<string, string> = {},
  paths: string[] = [],
): Promise<Outcome> {
  const report = freshReport(name)
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), ...paths]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runNode([packageBin('vitest', 'vitest'), ...args, ...reporters], {
    cwd: root,
    // The tests start dozens of processes from the same sources.
    env: { NODE_COMPILE_CACHE: join(artifacts, 'compile-cache'), ...(isAll && { AURA_TEST_ALL: '1' }), ...env },
    limitMs: SUITE_LIMIT_MS,
  })
  return vitestOutcome(result, report)
}

async function webBuild(): Promise<Outcome> {
  const build = await buildWeb(root, true)
  if (build.state === 'failed') return checkOutcome({ ok: false, output: build.output })
  const dist = join(root, 'web/dist')
  const kb = await firstScriptsKb(dist)
  const heavy = await screensWithDialogs(dist)
  const newer = newerThanFloor(dist)
  const output = [
    `the first page's scripts weigh ${kb.toFixed(1)} kB gzip; at most ${FIRST_SCRIPTS_KB} are allowed`,
    ...heavy.map((path) => `a first visit of ${path} loads dialogs or payments`),
    ...newer.map((each) => `newer than the oldest browsers: ${each}`),
  ].join('\n')
  return checkOutcome({ ok: kb <= FIRST_SCRIPTS_KB && heavy.length === 0 && newer.length === 0, output })
}

async function journeys(isAll: boolean): Promise<Outcome> {
  const { executablePath, args } = await findBrowser('shell')
  const report = freshReport('journeys')
  const result = await runNode(
    [packageBin('@playwright/test', 'playwright'), 'test', ...(isAll ? [] : ['--grep', '@smoke'])],
    {
      cwd: root,
      env: { AURA_BROWSER: executablePath, AURA_BROWSER_ARGS: JSON.stringify(args) },
      limitMs: SUITE_LIMIT_MS,
    },
  )
  return playwrightOutcome(result, report)
}

/** Runs a program that prints the numbers of passed and failed checks. */
async function counted(program: string): Promise<Outcome> {
  const result = await runNode([join(root, program)], { cwd: root, limitMs: SUITE_LIMIT_MS })
  const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(result.output)?.map(Number) ?? []
  // A failure is printed anyway; otherwise this lists the checks and the missing programs.
  if (result.ok && passed > 0) process.stdout.write(`\n${result.output.trimEnd()}\n`)
  return { passed, failed: failed || (result.ok ? 0 : 1), output: result.output }
}

async function alerts(): Promise<Outcome> {
  const folder = join(root, 'deploy/prometheus')
  const checked = await runCommand('promtool', ['check', 'rules', 'alerts.yaml'], { cwd: folder })
  if (!checked.ok) return checkOutcome(checked)
  return checkOutcome(await runCommand('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: folder }))
}

/** Deletes the previous report, which would otherwise count if this run writes none. */
function freshReport(name: string): string {
  const file = join(artifacts, `${name}.json`)
  rmSync(file, { force: true })
  return file
}
