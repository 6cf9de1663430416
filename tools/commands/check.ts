/** `npm run check`: the quick checks. */
import { runTests } from '../test-steps/run-tests.ts'

await runTests('check', [])
