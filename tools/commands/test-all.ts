/** `npm run test:all`: every test there is, or all of the steps named. */
import { runTests } from '../test-steps/run-tests.ts'

await runTests('all', process.argv.slice(2))
