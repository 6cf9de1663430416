import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileCache } from '../../tests/server/compile-cache.ts'
import { databaseState } from '../../tests/server/database/database-state.ts'
import { newPostgresDatabase } from '../../tests/server/database/open-test-database.ts'
import { openPg } from './platform/db/connection/open-pg.ts'

/** Returns the minimum of settings off `local`. */
const online = (databaseUrl: string) => ({
  CHAIN: 'base-sepolia',
  RPC_URLS: 'https://rpc.example',
  VOUCH_CONTRACT: `0x${'1'.repeat(40)}`,
  STEEZE_CONTRACT: `0x${'2'.repeat(40)}`,
  START_BLOCK: '1',
  STEEZE_SIGNER_KEY: `0x${'7654321089abcdef'.repeat(4)}`,
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: 'https://aura.example',
  HASH_KEY: 'a secret of more than thirty-two characters',
  METRICS_TOKEN: 'a token of the operator',
})

const run = (program: 'main' | 'admin' | 'audit', env: Record<string, string>, args: string[] = []) =>
  spawnSync(process.execPath, [join(import.meta.dirname, `${program}.ts`), ...args], {
    cwd: tmpdir(),
    env: { ...compileCache(), ...env },
    encoding: 'utf8',
    // A server that started anyway would not exit.
    timeout: 20_000,
  })

it('does not start off local on a database with the demo’s creators [access.boot-demo-data]', async () => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 1 })
  try {
    await db.query(
      `insert into users (id, username, is_demo, created_at)
       values ('0d5a0000-0000-4000-8000-000000000000', 'made_up', true, '2026-03-02T12:00:00Z')`,
    )
    const before = await databaseState(db)
    const started = run('main', online(url))
    expect(started.stderr).toBe(
      'Aura cannot start with these settings:\n' +
        "DATABASE_URL: this database holds demo data, which isn't allowed on base-sepolia\n",
    )
    expect(started.status).toBe(1)
    expect(await databaseState(db)).toEqual(before)
  } finally {
    await db.close()
  }
})

it('starts no program on a database that belongs to another contract or hash key', async () => {
  const url = await newPostgresDatabase()
  const db = await openPg({ url, poolSize: 1 })
  try {
    const env = online(url)
    const allowed = run('admin', env, ['whitelist', `0x${'5'.repeat(40)}`])
    expect([allowed.status, allowed.stderr]).toEqual([0, ''])
    const before = await databaseState(db)
    const other = { ...env, STEEZE_CONTRACT: `0x${'9'.repeat(40)}`, HASH_KEY: `${env.HASH_KEY} or another` }
    for (const [program, args] of [
      ['main', []],
      ['audit', []],
      ['admin', ['whitelist', `0x${'6'.repeat(40)}`]],
    ] as const) {
      const refused = run(program, other, [...args])
      expect(refused.stderr).toContain(`STEEZE_CONTRACT: this database belongs to ${env.STEEZE_CONTRACT}`)
      expect(refused.stderr).toContain('HASH_KEY: this database belongs to the key with fingerprint')
      expect(refused.status).toBe(1)
    }
    expect(await databaseState(db)).toEqual(before)
  } finally {
    await db.close()
  }
})
