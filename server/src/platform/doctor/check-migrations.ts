import type { MigrationState } from '../db/migrations/migrate.ts'
import { type Finding, ok, problem, warning } from './check.ts'

/** Says how the next start of this version would change the tables, and which ones it runs on. */
export function judgeMigrations({ last, pending, breaking, unfilled, newer }: MigrationState): Finding[] {
  const range = `this version runs on the tables of ${last} and of one later migration that isn't breaking`
  const number = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
  return [
    ...newer.map((tag) => ok(`A newer version applied migration ${tag}; this version still runs on it`)),
    ...unfilled.map(({ tag, backfill, isNext }) =>
      isNext
        ? problem(
            `Migration ${tag} needs the backfill ${backfill}, which is not complete, so this version won't start. Run the ` +
              'version before it until its doctor says that all backfills are complete.',
          )
        : warning(
            `Migration ${tag} needs the backfill ${backfill}, which is not complete. Unless a migration before it ` +
              `completes it, the next start is refused and changes nothing: then run the version before ${tag} first.`,
          ),
    ),
    ...breaking.map((tag) =>
      warning(
        `Migration ${tag} is breaking: servers of the version before can't work with what it changes. Stop them all before ` +
          'you start this version.',
      ),
    ),
    pending.length > 0
      ? ok(`${number} will be applied at the next start; ${range}`)
      : ok(`All migrations are applied; ${range}`),
  ]
}
