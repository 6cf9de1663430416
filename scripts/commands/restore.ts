/** `npm run restore -- FOLDER`: restores a backup into an empty database, then audits it. */
import { join } from 'node:path'
import { runProgram } from '../run-program.ts'

const server = join(import.meta.dirname, '../../server/src')
runProgram(join(server, 'restore.ts'), join(server, 'audit.ts'))
