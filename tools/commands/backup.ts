/** `npm run backup -- FOLDER`: copies database and images, also while servers run. */
import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'

runProgram(join(import.meta.dirname, '../../server/src/backup.ts'))
