import { BadSetting } from './env.ts'
import { DirectoryInUse } from './platform/db/lock-directory.ts'

/**
 * Says on stderr why a program can't go on: what its user can change in a sentence, anything else with its stack. Ends
 * nothing; the exit code is set to 1.
 */
export function tellFailure(error: unknown): void {
  process.stderr.write(`${sentence(error)}\n`)
  process.exitCode = 1
}

function sentence(error: unknown): string {
  if (error instanceof BadSetting) return `Aura cannot start with these settings:\n${error.message}`
  if (error instanceof DirectoryInUse) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
