import { spawn } from 'node:child_process'
import { localEnv } from './local-env.ts'
import { onStopRequest } from './signals.ts'

/** Runs a server program with local settings, and exits with its code. */
export function runProgram(file: string): void {
  const child = spawn(process.execPath, [file, ...process.argv.slice(2)], {
    env: { ...process.env, ...localEnv() },
    stdio: 'inherit',
  })
  onStopRequest(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  )
  child.once('exit', (code) => process.exit(code ?? 1))
}
