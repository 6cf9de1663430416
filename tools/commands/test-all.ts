/** `npm run test:all`: runs every test, or all of the named steps. */
import { runTests } from '../test-steps/run-tests.ts'

await runTests('all', process.argv.slice(2))
