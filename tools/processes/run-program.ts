import { spawn } from 'node:child_process'
import { localEnv } from '../local-env.ts'
import { onStopRequest } from './signals.ts'

interface Program {
  file: string
  args: readonly string[]
}

/** Runs a server program with local settings and the arguments of this process. Exits with its code. */
export const runProgram = (file: string): void => runPrograms({ file, args: process.argv.slice(2) })

/** Runs server programs with local settings, one after the other while they succeed, and exits with the last code. */
export function runPrograms({ file, args }: Program, ...next: Program[]): void {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, ...localEnv() },
    stdio: 'inherit',
  })
  onStopRequest(
    () => child.kill('SIGTERM'),
    () => child.kill('SIGKILL'),
  )
  child.once('exit', (code) => {
    const [following, ...rest] = next
    if (code === 0 && following !== undefined) runPrograms(following, ...rest)
    else process.exit(code ?? 1)
  })
}
