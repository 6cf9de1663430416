/** `npm run edge`: runs a live edge, which holds streams only and receives their states from the servers over NATS. */
import { join } from 'node:path'
import { noDatabase } from '../local-env.ts'
import { runProgram } from '../processes/run-program.ts'

await runProgram(join(import.meta.dirname, '../../server/src/edge.ts'), noDatabase)
