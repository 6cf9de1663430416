import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../dev/src/postgres.ts'

/** Of addresses that name none. */
const USUAL_PORT = 5_432

export interface Database {
  add(name: string): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL that keeps what it confirms, and asks for a password at its socket, as that of compose.yaml does. */
export async function startDatabase(sockets: string, password: string): Promise<Database> {
  const safe = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
  const { url, port, stop } = await startPostgres({ settings: { ...safe, unix_socket_directories: sockets } })
  const admin = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await work(client).finally(() => client.end())
  }
  const add = (name: string) =>
    admin((client) => client.query(`create database ${pg.escapeIdentifier(name)} owner aura`))
  try {
    symlinkSync(`.s.PGSQL.${port}`, join(sockets, `.s.PGSQL.${USUAL_PORT}`))
    await admin(async (client) => {
      const { rows } = await client.query<{ hba_file: string }>('show hba_file')
      writeFileSync(rows[0]?.hba_file ?? '', 'local all all scram-sha-256\nhost all postgres 127.0.0.1/32 trust\n')
      await client.query('select pg_reload_conf()')
      await client.query(`create role aura login password ${pg.escapeLiteral(password)}`)
    })
    await add('aura')
    return { add, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
