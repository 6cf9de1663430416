/** `npm run doctor [-- --json]`: checks the settings and everything they name, and says what to do about it. */
import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'

runProgram(join(import.meta.dirname, '../../server/src/doctor.ts'))
