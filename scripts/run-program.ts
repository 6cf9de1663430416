import { spawn } from 'node:child_process'
import { localEnv } from './local-env.ts'
import { onStopRequest } from './signals.ts'

/** Runs one of the server's programs to its end, with the settings of a local run, and ends with its exit code. */
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
