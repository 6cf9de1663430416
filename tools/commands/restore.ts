/** `npm run restore -- FOLDER`: restores a backup into an empty database, then audits it. */
import { join } from 'node:path'
import { runPrograms } from '../processes/run-program.ts'

const server = join(import.meta.dirname, '../../server/src')
await runPrograms([
  { file: join(server, 'restore.ts'), args: process.argv.slice(2) },
  { file: join(server, 'audit.ts'), args: [] },
])
