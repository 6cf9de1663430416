/** `npm run audit`: checks the kept data against itself, with the data folder and database of a local run. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { localEnv } from './local-env.ts'
import { onStopRequest } from './signals.ts'

const audit = join(import.meta.dirname, '../server/src/audit.ts')
const child = spawn(process.execPath, [audit, ...process.argv.slice(2)], {
  env: { ...process.env, ...localEnv() },
  stdio: 'inherit',
})
onStopRequest(
  () => child.kill('SIGTERM'),
  () => child.kill('SIGKILL'),
)
child.once('exit', (code) => process.exit(code ?? 1))
