import { OperatorError } from '../../operator-error.ts'

export interface AppliedMigration {
  tag: string
  hash: string
}

/** A newer version of Aura migrated the database, and this one doesn't know its tables. */
export class DatabaseTooNew extends OperatorError {
  override name = 'DatabaseTooNew'

  constructor(tags: readonly string[]) {
    const unknown = tags.length === 1 ? `migration ${tags[0]} is` : `migrations ${tags.join(', ')} are`
    super(`This database was used by a newer version of Aura: ${unknown} unknown here. Start that version.`)
  }
}

/** An older version of Aura made the database, and no upgrade leads to this one. */
export class DatabaseTooOld extends OperatorError {
  override name = 'DatabaseTooOld'

  constructor() {
    super(
      "This database was made by an earlier version of Aura and can't be upgraded. Start with an empty one: name it in " +
        'DATABASE_URL, or move the folder that DATA_DIR names (.data) away.',
    )
  }
}

/**
 * Throws DatabaseTooOld if a database's history begins differently from `known`, DatabaseTooNew if it continues where
 * `known` ends, and an error if a migration has another text here.
 */
export function assertKnown(applied: readonly AppliedMigration[], known: readonly AppliedMigration[]): void {
  const [first] = applied
  if (!first) return
  if (first.tag !== known[0]?.tag || first.hash !== known[0].hash) throw new DatabaseTooOld()
  const hashes = new Map(known.map(({ tag, hash }) => [tag, hash]))
  const unknown = applied.filter(({ tag }) => !hashes.has(tag))
  if (unknown.length > 0) throw new DatabaseTooNew(unknown.map(({ tag }) => tag))
  const edited = applied.find(({ tag, hash }) => hashes.get(tag) !== hash)
  if (edited) throw new Error(`migration ${edited.tag} was edited after it had been applied; add a new one instead`)
}
