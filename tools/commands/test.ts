/** `npm test`: runs the tests that every change must pass, or the named steps (`npm test -- unit journeys`). */
import { runTests } from '../test-steps/run-tests.ts'

await runTests('test', process.argv.slice(2))
