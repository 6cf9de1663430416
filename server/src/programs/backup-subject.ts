import type { ServerConfig } from '../env/config.ts'
import { features } from '../features.ts'
import type { Subject } from '../platform/backup/write-backup.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/db/db.ts'
import { openFiles } from '../platform/files/open-files.ts'

export const backupSubject = (db: Db, config: ServerConfig, named: Subject['named']): Subject => ({
  db,
  files: openFiles(config),
  filesNamed: async (queryable) => {
    const names: string[] = []
    for (const { storedFiles } of features) names.push(...((await storedFiles?.(queryable)) ?? []))
    return names
  },
  named,
  clock: systemClock,
})
