import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSeconds, startProgressLine } from '../processes/progress-line.ts'
import { childrenCpuS, slowness, watchOthers } from './machine-speed.ts'

const DEAREST_SHOWN = 10

/** The number of passed checks, and details if any failed. */
export interface Outcome {
  passed: number
  failed: number
  output: string
  /** Tests that passed only on a retry. */
  unsteady?: string[]
  tests?: TestDuration[]
}

export interface TestDuration {
  title: string
  ms: number
}

export interface Step {
  name: string
  title: string
  needs?: string[]
  /** Returns what the step needs and this machine lacks, or null if it can run. Steps without it can run everywhere. */
  lacks?(): string | null
  /** CPU seconds the step may take on the reference machine (`machine-speed.ts`). */
  cpuBudgetS?: number
  run(): Promise<Outcome>
}

export interface StepResult extends Outcome {
  name: string
  elapsedMs: number
  /** CPU seconds of all processes the step started; null where the system doesn't tell. */
  cpuS: number | null
}

/** Returns the named steps with their dependencies in the usual order; without names, all. */
export function selectSteps(all: Step[], names: string[]): Step[] {
  if (names.length === 0) return all
  const wanted = new Set<string>()
  const want = (name: string) => {
    const step = all.find((each) => each.name === name)
    if (!step) throw new Error(`There is no step called ${name}. Steps: ${all.map((each) => each.name).join(', ')}`)
    wanted.add(name)
    for (const need of step.needs ?? []) want(need)
  }
  for (const name of names) want(name)
  return all.filter((step) => wanted.has(step.name))
}

/** Runs steps in order, continuing after failures; writes logs to `<artifacts>/<step>.log`. */
export async function runSteps(steps: Step[], artifacts: string): Promise<StepResult[]> {
  mkdirSync(artifacts, { recursive: true })
  const results: StepResult[] = []
  for (const step of steps) {
    const broken =
      step.needs?.filter((name) => results.some((result) => result.name === name && result.failed > 0)) ?? []
    const result = broken.length > 0 ? notRun(step, broken) : await runStep(step)
    writeFileSync(join(artifacts, `${step.name}.log`), result.output)
    results.push(result)
  }
  return results
}

async function runStep(step: Step): Promise<StepResult> {
  const startedAtMs = Date.now()
  const cpuBeforeS = childrenCpuS()
  const othersUsed = watchOthers()
  const line = startProgressLine(`${step.name}: ${step.title}`)
  const outcome = await settle(step)
  const cpuAfterS = childrenCpuS()
  const cpuS = cpuBeforeS === null || cpuAfterS === null ? null : cpuAfterS - cpuBeforeS
  const elapsedMs = Date.now() - startedAtMs
  // A busy neighbour takes caches and half of each core, so that the same work counts up to twice the seconds.
  const allowedS = step.cpuBudgetS && step.cpuBudgetS * slowness() * (1 + othersUsed())
  const result = { name: step.name, elapsedMs, cpuS, ...withinBudget(outcome, cpuS, allowedS) }
  line.end(describe(result))
  if (result.failed > 0) console.log(result.output.trimEnd())
  return result
}

async function settle(step: Step): Promise<Outcome> {
  // A step named by the user must run.
  const lacking = step.lacks?.() ?? null
  if (lacking !== null) return { passed: 0, failed: 1, output: `${step.name} can't run here: ${lacking}` }
  try {
    const outcome = await step.run()
    if (outcome.passed + outcome.failed > 0) return outcome
    return { passed: 0, failed: 1, output: `${outcome.output}\n${step.name}: no test ran, which counts as a failure.` }
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function notRun(step: Step, broken: string[]): StepResult {
  const output = `not run, because it needs ${broken.join(' and ')}`
  const result = { name: step.name, passed: 0, failed: 1, output, elapsedMs: 0, cpuS: 0 }
  console.log(`${describe(result)} (${output})`)
  return result
}

/** Adds a failure naming the slowest tests if a step took more CPU than allowed. */
export function withinBudget(outcome: Outcome, cpuS: number | null, allowedS: number | undefined): Outcome {
  if (cpuS === null || allowedS === undefined || cpuS <= allowedS) return outcome
  const dearest = (outcome.tests ?? []).toSorted((a, b) => b.ms - a.ms).slice(0, DEAREST_SHOWN)
  const lines = dearest.map(({ title, ms }) => `  ${formatSeconds(ms).padStart(7)}  ${title}`)
  const output =
    `${outcome.output}\nIt took ${Math.round(cpuS)} CPU seconds, where ${Math.round(allowedS)} are allowed on this machine. ` +
    `Make a test cheaper, or name it *.slow.test.ts so that only npm run test:all runs it. The dearest:\n${lines.join('\n')}`
  return { ...outcome, failed: outcome.failed + 1, output }
}

function describe(result: StepResult): string {
  const counts = result.failed > 0 ? `${result.passed} passed, ${result.failed} failed` : `${result.passed} passed`
  const cpu = result.cpuS === null ? '' : `, ${Math.round(result.cpuS)} CPU s`
  return `${result.failed > 0 ? '✗' : '✓'} ${result.name}: ${counts} in ${formatSeconds(result.elapsedMs)}${cpu}`
}

export function summaryTable(results: StepResult[]): string {
  const rows = [
    ['step', 'passed', 'failed', 'time', 'CPU s'],
    ...results.map((each) => [
      each.name,
      String(each.passed),
      String(each.failed),
      formatSeconds(each.elapsedMs),
      each.cpuS === null ? '' : String(Math.round(each.cpuS)),
    ]),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const format = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart((widths[i] ?? 0) + 2))).join('')
  return rows.map(format).join('\n')
}

export const unsteadyLines = (results: StepResult[]): string =>
  results
    .flatMap(({ name, unsteady = [] }) => unsteady.map((title) => `Passed only when tried again, ${name}: ${title}\n`))
    .join('')

export function closingLine(results: StepResult[]): string {
  const sum = (pick: (result: StepResult) => number) => results.reduce((total, result) => total + pick(result), 0)
  return `${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`
}
