/** `npm test`: all checks and suites, or those named (`npm test -- unit e2e`). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStopRequest } from '../processes/signals.ts'
import { allSteps, artifacts } from '../test-steps/step-list.ts'
import { closingLine, runSteps, type Step, selectSteps, summaryTable, unsteadyLines } from '../test-steps/steps.ts'

/** Written last, so that an interrupted run has none. */
const summaryFile = join(artifacts, 'summary.txt')

const stopped = () => {
  console.error('\nStopped before the end.')
  process.exit(130)
}
onStopRequest(stopped, stopped)

const names = process.argv.slice(2)
let steps: Step[]
try {
  steps = selectSteps(allSteps(), names)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(2)
}

if (names.length > 0) console.log(`Only these steps: ${steps.map((step) => step.name).join(', ')}`)
mkdirSync(artifacts, { recursive: true })
rmSync(summaryFile, { force: true })

const results = await runSteps(steps, artifacts)
const closing = closingLine(results)
const note = names.length > 0 ? 'Not everything was run: see the steps above.\n' : ''
const summary = `${summaryTable(results)}\n${unsteadyLines(results)}${note}${closing}\n`
writeFileSync(summaryFile, summary)
process.stdout.write(`\n${summary}`)
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
