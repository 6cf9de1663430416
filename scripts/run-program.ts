import { spawn } from 'node:child_process'
import { localEnv } from './local-env.ts'
import { onStopRequest } from './signals.ts'

/** Runs server programs with local settings, one after the other while they succeed, and exits with the last code. */
export function runProgram(file: string, ...next: string[]): void {
  const child = spawn(process.execPath, [file, ...process.argv.slice(2)], {
    env: { ...process.env, ...localEnv() },
    stdio: 'inherit',
  })
  onStopRequest(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  )
  child.once('exit', (code) => {
    const [following, ...rest] = next
    if (code === 0 && following !== undefined) runProgram(following, ...rest)
    else process.exit(code ?? 1)
  })
}
