import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPg } from '../../server/src/platform/db/connection/open-pg.ts'
import { startPostgres } from '../postgres/postgres.ts'

/** Of addresses that name none. */
const USUAL_PORT = 5_432

export interface Database {
  /** `name` is a plain word. */
  add(name: string): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL that keeps what it confirms, and asks for a password at its socket, as that of compose.yaml does. `password` is hexadecimal. */
export async function startDatabase(sockets: string, password: string): Promise<Database> {
  const safe = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const { url, port, stop } = await startPostgres({ settings: { ...safe, unix_socket_directories: sockets } })
  const db = await openPg({ url, poolSize: 1 })
  const add = (name: string) => db.script(`create database ${name} owner aura`)
  try {
    symlinkSync(`.s.PGSQL.${port}`, join(sockets, `.s.PGSQL.${USUAL_PORT}`))
    const [row] = await db.query<{ file: string }>("select current_setting('hba_file') as file")
    writeFileSync(row?.file ?? '', 'local all all scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n')
    await db.query('select pg_reload_conf()')
    await db.script(`create role aura login password '${password}'`)
    await add('aura')
    return {
      add,
      async stop() {
        await db.close()
        await stop()
      },
    }
  } catch (error) {
    await db.close()
    await stop()
    throw error
  }
}
