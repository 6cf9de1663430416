import { BadSetting } from './env.ts'
import { DatabaseBoundElsewhere } from './platform/binding/bind-database.ts'
import { SettingsContradicted } from './platform/chain/settings-guard.ts'
import { DatabaseTooOld } from './platform/db/adopt-history.ts'
import { DirectoryInUse } from './platform/db/lock-directory.ts'
import { DatabaseTooNew } from './platform/db/migrate.ts'
import { DatabaseUnusable } from './platform/db/open-pg.ts'
import { SignerUnusable } from './platform/signer/signing-journal.ts'

/**
 * Prints to stderr why a program failed: a sentence if the operator can fix it, else with the stack. Sets the exit code
 * to 1 without exiting.
 */
export function tellFailure(error: unknown): void {
  process.stderr.write(`${sentence(error)}\n`)
  process.exitCode = 1
}

function sentence(error: unknown): string {
  if (error instanceof BadSetting || error instanceof DatabaseBoundElsewhere || error instanceof SettingsContradicted) {
    return `Aura cannot start with these settings:\n${error.message}`
  }
  if (error instanceof SignerUnusable) return error.message
  if (error instanceof DirectoryInUse || error instanceof DatabaseUnusable) return error.message
  if (error instanceof DatabaseTooNew || error instanceof DatabaseTooOld) return error.message
  const { code, port } = (error ?? {}) as { code?: unknown; port?: unknown }
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Set PORT to another one.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
