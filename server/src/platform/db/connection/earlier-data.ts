import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseTooOld } from '../migrations/foreign-history.ts'

/** Where earlier versions had the embedded database in DATA_DIR. Nothing of it can be upgraded. */
const EARLIER_FOLDER = 'database'

/** Whether a data folder was made by an earlier version. */
export const isEarlierData = (dataDir: string): boolean => existsSync(join(dataDir, EARLIER_FOLDER, 'PG_VERSION'))

/** Throws DatabaseTooOld rather than starting with an empty database beside images and a chain that belong to another. */
export function refuseEarlierData(dataDir: string): void {
  if (isEarlierData(dataDir)) throw new DatabaseTooOld()
}
