/** `npm run audit`: recomputes the ledger from its transfers, on the local or the configured database. */
import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'

await runProgram(join(import.meta.dirname, '../../server/src/audit.ts'))
