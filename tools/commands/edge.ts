/** `npm run edge`: a live edge, which holds streams alone and hears their states from the servers over NATS. */
import { join } from 'node:path'
import { noDatabase } from '../local-env.ts'
import { runProgram } from '../processes/run-program.ts'

await runProgram(join(import.meta.dirname, '../../server/src/edge.ts'), noDatabase)
