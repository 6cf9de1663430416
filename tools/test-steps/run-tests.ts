import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { provedOnlyByAll, readTests } from '../checks/requirements.ts'
import { onStopRequest } from '../processes/signals.ts'
import { artifacts, type Extent, stepsOf } from './step-list.ts'
import { closingLine, runSteps, type Step, selectSteps, summaryTable, unsteadyLines } from './steps.ts'

/** Written last, so that an interrupted run has none. */
const summaryFile = join(artifacts, 'summary.txt')
const onlyInAllFile = join(artifacts, 'only-in-test-all.txt')

/** Writes the list of requirements this run doesn't prove. Returns a line that says so. */
function onlyInAll(): string {
  const ids = provedOnlyByAll(readTests('tools/checks/requirements.test.ts'))
  writeFileSync(onlyInAllFile, `${ids.join('\n')}\n`)
  return `Not proved here: ${ids.length} requirements (${relative(process.cwd(), onlyInAllFile)}), which npm run test:all proves.\n`
}

/** Runs the steps of `extent`, or those named, prints the results, and sets the exit code. */
export async function runTests(extent: Extent, names: string[]): Promise<void> {
  const stopped = () => {
    console.error('\nStopped before the end.')
    process.exit(130)
  }
  onStopRequest(stopped, stopped)
  let wanted: Step[]
  try {
    wanted = selectSteps(stepsOf(extent), names)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
  const lacking = wanted.flatMap((step) => {
    const reason = names.includes(step.name) ? null : (step.lacks?.() ?? null)
    return reason === null ? [] : [{ step, reason }]
  })
  const steps = wanted.filter((step) => !lacking.some((each) => each.step === step))

  if (names.length > 0) console.log(`Only these steps: ${steps.map((step) => step.name).join(', ')}`)
  mkdirSync(artifacts, { recursive: true })
  rmSync(summaryFile, { force: true })
  const results = await runSteps(steps, artifacts)
  const notRun = lacking.map(({ step, reason }) => `Not run: ${step.name} (${step.title}), because ${reason}\n`)
  if (names.length > 0) notRun.push('Not everything was run: see the steps above.\n')
  if (extent === 'test' && names.length === 0) notRun.push(onlyInAll())
  const table = extent === 'check' ? '' : `${summaryTable(results)}\n`
  const summary = `${table}${unsteadyLines(results)}${notRun.join('')}${closingLine(results)}\n`
  writeFileSync(summaryFile, summary)
  process.stdout.write(`\n${summary}`)
  process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
}
