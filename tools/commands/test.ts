/** `npm test`: what every change must pass, or the steps named (`npm test -- unit journeys`). */
import { runTests } from '../test-steps/run-tests.ts'

await runTests('test', process.argv.slice(2))
