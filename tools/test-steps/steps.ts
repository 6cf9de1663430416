import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSeconds, startProgressLine } from '../processes/progress-line.ts'

/** The number of passed checks, and details if any failed. */
export interface Outcome {
  passed: number
  failed: number
  output: string
  /** Passed only on a retry. */
  unsteady?: string[]
}

export interface Step {
  name: string
  title: string
  needs?: string[]
  isExtra?: boolean
  run(): Promise<Outcome>
}

export interface StepResult extends Outcome {
  name: string
  elapsedMs: number
}

/** In the usual order, with their dependencies; without names, all that are not extra. */
export function selectSteps(all: Step[], names: string[]): Step[] {
  if (names.length === 0) return all.filter((step) => !step.isExtra)
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
  const line = startProgressLine(`${step.name}: ${step.title}`)
  const outcome = await settle(step)
  const result = { name: step.name, elapsedMs: Date.now() - startedAtMs, ...outcome }
  line.end(describe(result))
  if (result.failed > 0) console.log(result.output.trimEnd())
  return result
}

async function settle(step: Step): Promise<Outcome> {
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
  const result = { name: step.name, passed: 0, failed: 1, output, elapsedMs: 0 }
  console.log(`${describe(result)} (${output})`)
  return result
}

function describe(result: StepResult): string {
  const counts = result.failed > 0 ? `${result.passed} passed, ${result.failed} failed` : `${result.passed} passed`
  return `${result.failed > 0 ? '✗' : '✓'} ${result.name}: ${counts} in ${formatSeconds(result.elapsedMs)}`
}

export function summaryTable(results: StepResult[]): string {
  const rows = [
    ['step', 'passed', 'failed', 'time'],
    ...results.map((each) => [each.name, String(each.passed), String(each.failed), formatSeconds(each.elapsedMs)]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
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
