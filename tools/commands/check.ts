import { onStopRequest } from '../processes/signals.ts'
import { allSteps, artifacts, QUICK_STEPS } from '../test-steps/step-list.ts'
import { closingLine, runSteps, selectSteps } from '../test-steps/steps.ts'

const stopped = () => process.exit(130)
onStopRequest(stopped, stopped)

const results = await runSteps(selectSteps(allSteps(), QUICK_STEPS), artifacts)
console.log(closingLine(results))
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
