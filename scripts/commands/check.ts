import { allSteps, artifacts, QUICK_STEPS } from '../reports/step-list.ts'
import { closingLine, runSteps, selectSteps } from '../reports/steps.ts'
import { onStopRequest } from '../signals.ts'

const stopped = () => process.exit(130)
onStopRequest(stopped, stopped)

const results = await runSteps(selectSteps(allSteps(), QUICK_STEPS), artifacts)
console.log(closingLine(results))
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
