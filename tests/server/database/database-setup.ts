import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPg } from '../../../server/src/platform/db/connection/open-pg.ts'
import { openPglite } from '../../../server/src/platform/db/connection/open-pglite.ts'
import { migrate } from '../../../server/src/platform/db/migrations/migrate.ts'
import { createDatabase, testDatabaseServer } from '../../../tools/postgres/databases.ts'

export type TestDatabase =
  | {
      kind: 'postgres'
      adminUrl: string
      /** Cloned as `<template>_<anything>`; leftovers are dropped at the end of the run. */
      template: string
    }
  | { kind: 'pglite'; dumpFile: string }

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestDatabase
  }
}

const artifacts = join(import.meta.dirname, '../../../.artifacts')

/** Migrates one database per project: PGlite, or PostgreSQL with AURA_TEST_DB=postgres and always for `pg`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isPostgres = process.env.AURA_TEST_DB === 'postgres' || project.name === 'pg'
  return isPostgres ? setUpPostgres(project) : setUpPglite(project)
}

async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await testDatabaseServer()
  const { adminUrl } = server
  const template = `${server.prefix}template`
  try {
    const db = await openPg({ url: await createDatabase(adminUrl, template) })
    await migrate(db).finally(() => db.close())
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('database', { kind: 'postgres', adminUrl, template })
  return () => server.stop()
}

async function setUpPglite(project: TestProject): Promise<() => Promise<void>> {
  const db = await openPglite({ dataDir: null })
  const dump = await migrate(db)
    .then(() => db.dump())
    .finally(() => db.close())
  await mkdir(artifacts, { recursive: true })
  const dumpFile = join(artifacts, `pglite-${project.name}-${process.pid}.tar`)
  await writeFile(dumpFile, dump)
  project.provide('database', { kind: 'pglite', dumpFile })
  return () => rm(dumpFile, { force: true })
}
