/** `npm run audit`: recomputes the ledger from its transfers, in the database of a local run or the one that is set. */
import { join } from 'node:path'
import { runProgram } from '../run-program.ts'

runProgram(join(import.meta.dirname, '../../server/src/audit.ts'))
