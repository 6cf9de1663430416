import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { createDatabase } from '../../../tools/postgres/databases.ts'
import { crashRounds } from './crash-rounds.ts'

it('loses no acknowledged claim and pays none twice when the server is killed in the middle', {
  timeout: 120_000,
}, async () => {
  const source = inject('database')
  const dataDir = await mkdtemp(join(tmpdir(), 'aura-crash-'))
  const databaseUrl =
    source.kind === 'postgres'
      ? await createDatabase(source.adminUrl, `${source.template}_crash_${process.pid}`, source.template)
      : null
  try {
    const database = databaseUrl === null ? { databaseUrl, dataDir } : { databaseUrl, dataDir: null }
    const counts = await crashRounds({ database, rounds: 3, seed: 7, people: 3 })
    expect(counts).toMatchObject({ rounds: 3, claims: 27, lostAp: 0, wrongAp: 0 })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
