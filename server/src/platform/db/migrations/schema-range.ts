import { OperatorError } from '../../operator-error.ts'

/** Migrations of a newer version that a server still runs on, if they are not breaking. */
const NEWER_ALLOWED = 1

/** Migrated by a newer version of Aura, whose tables this one doesn't know. */
export class DatabaseTooNew extends OperatorError {
  override name = 'DatabaseTooNew'

  constructor(tags: readonly string[], why: string) {
    const unknown = tags.length === 1 ? `migration ${tags[0]} is` : `migrations ${tags.join(', ')} are`
    super(`This database was used by a newer version of Aura: ${unknown} unknown here, ${why}. Start that version.`)
  }
}

export interface NewerMigration {
  tag: string
  /** The version before the migration's own can't work with what it changed. */
  isBreaking: boolean
}

/**
 * During an upgrade servers of two versions share a database, so a version also runs on a database that is one migration
 * ahead of it. Throws DatabaseTooNew if it is further ahead, if that migration is breaking, or if the versions diverged:
 * the database then lacks `pending` of this version.
 */
export function assertRunsOn(newer: readonly NewerMigration[], pending: readonly string[]): void {
  if (newer.length === 0) return
  const tags = newer.map(({ tag }) => tag)
  if (newer.length > NEWER_ALLOWED) {
    throw new DatabaseTooNew(tags, 'and a version runs on a database that is one migration ahead of it at most')
  }
  if (newer.some(({ isBreaking }) => isBreaking)) {
    throw new DatabaseTooNew(tags, 'and the version before it cannot run on what it changed')
  }
  if (pending.length > 0) throw new DatabaseTooNew(tags, `and the database lacks ${pending.join(', ')}`)
}

const BREAKING = /^-- Breaking: \S/m
const COMPATIBLE = /^-- Not breaking: \S/m

export const isBreaking = (text: string): boolean => BREAKING.test(text)

/** Changes after which statements of the version before may fail. */
const SUSPECTS: readonly [string, RegExp][] = [
  ['drops a table', /\bdrop\s+table\b/i],
  ['drops a column', /\bdrop\s+column\b/i],
  ['drops a view', /\bdrop\s+(materialized\s+)?view\b/i],
  ['drops a function', /\bdrop\s+(function|procedure)\b/i],
  ['renames', /\brename\s+(to|column|constraint)\b/i],
  ['changes a type', /\balter\s+column\s+\S+\s+(set\s+data\s+)?type\b/i],
  ['forbids null', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/i],
  ['adds a column that has to be given', /\badd\s+column\s+(?![^;]*\b(default|generated)\b)[^;]*\bnot\s+null\b/i],
]

/** Returns what a migration does that needs a line `-- Breaking: why` or `-- Not breaking: why`, unless it has one. */
export function undeclaredChanges(text: string): string[] {
  if (BREAKING.test(text) || COMPATIBLE.test(text)) return []
  const code = text.replace(/--.*$/gm, '')
  return SUSPECTS.filter(([, pattern]) => pattern.test(code)).map(([change]) => change)
}
