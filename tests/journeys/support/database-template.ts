import { cloneTemplate, startTemplate } from '../../server/database/template.ts'

/** Environment variable that tells a run's processes of the template. */
const VARIABLE = 'AURA_JOURNEYS_TEMPLATE'

/**
 * Starts the PostgreSQL of all servers of a run, with a migrated database to clone. Returns a function that stops it.
 */
export default async function startDatabases(): Promise<() => Promise<void>> {
  const { stop, ...template } = await startTemplate()
  process.env[VARIABLE] = JSON.stringify(template)
  return stop
}

/** Returns the URL of a new database. Without `isMigrated` it has no tables. */
export function newDatabase(options?: { isMigrated: boolean }): Promise<string> {
  const template = process.env[VARIABLE]
  if (template === undefined) throw new Error('startDatabases comes first')
  return cloneTemplate(JSON.parse(template), options)
}
