/** `npm run admin -- COMMAND`: operator commands. */
import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'

await runProgram(join(import.meta.dirname, '../../server/src/admin.ts'))
