import { type ChildProcess, spawn } from 'node:child_process'
import { type BroughtDatabase, localDatabase, localEnv } from '../local-env.ts'
import { onStopRequest } from './signals.ts'

interface Program {
  file: string
  args: readonly string[]
}

const INTERRUPTED = 130

/** Runs a server program with local settings and the arguments of this process. Exits with its code. */
export const runProgram = (file: string, bring?: () => Promise<BroughtDatabase>): Promise<never> =>
  runPrograms([{ file, args: process.argv.slice(2) }], bring)

/** Runs server programs with local settings, one after the other while they succeed, and exits with the last code. */
export async function runPrograms(
  programs: readonly Program[],
  bring: () => Promise<BroughtDatabase> = localDatabase,
): Promise<never> {
  let child: ChildProcess | undefined
  let code = 0
  onStopRequest(
    () => {
      if (child) child.kill('SIGTERM')
      else process.exit(INTERRUPTED)
    },
    () => child?.kill('SIGKILL'),
  )
  try {
    const { env, lost, stop } = await bring()
    void lost.then((reason) => child && console.error(`The database is gone: ${reason}`))
    for (const { file, args } of programs) {
      if (code !== 0) break
      const running = spawn(process.execPath, [file, ...args], {
        env: { ...process.env, ...localEnv(), ...env },
        stdio: 'inherit',
      })
      child = running
      code = await new Promise<number>((resolve) => running.once('exit', (ended) => resolve(ended ?? 1)))
    }
    child = undefined
    await stop()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    code = 1
  }
  process.exit(code)
}
