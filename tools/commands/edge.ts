/** `npm run edge`: a live edge, which holds streams alone and hears their states from the servers over NATS. */
import { join } from 'node:path'
import { runProgram } from '../processes/run-program.ts'

runProgram(join(import.meta.dirname, '../../server/src/edge.ts'))
