/** `npm run admin -- COMMAND`: what an operator does from a shell. */
import { join } from 'node:path'
import { runProgram } from '../run-program.ts'

runProgram(join(import.meta.dirname, '../../server/src/admin.ts'))
