import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import type { SqlValue } from '../db.ts'

const { serialize } = protocol

/** Those used longest ago make room: tests and reports write statements that are used once. */
const MAX_PREPARED = 500

/** A changed table may change the columns of a prepared statement. */
const CHANGES_TABLES = /\b(?:create|alter|drop)\b/i

interface Prepared {
  name: string
  /** Of its parameters. */
  types: readonly number[]
}

/**
 * Statements of a session are parsed once and then take one message. They are planned at every use: a table may have been
 * empty the time before, and nothing else in the embedded database would notice that it no longer is.
 */
export async function preparedStatements(database: PGlite) {
  await database.exec('set plan_cache_mode = force_custom_plan')
  const prepared = new Map<string, Prepared>()
  let last = 0

  async function prepare(text: string): Promise<Prepared> {
    const statement = { name: `aura_${++last}`, types: [] as number[] }
    const described = await exchange(
      serialize.parse({ name: statement.name, text }),
      serialize.describe({ type: 'S', name: statement.name }),
    )
    statement.types = parse.parseDescribeStatementResults(described)
    return statement
  }

  async function exchange(...parts: Uint8Array[]) {
    return database.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })
  }

  async function forget(): Promise<void> {
    if (prepared.size === 0) return
    const names = [...prepared.values()].map(({ name }) => serialize.close({ type: 'S', name }))
    prepared.clear()
    await exchange(...names)
  }

  async function prepareOnce(text: string): Promise<Prepared> {
    const known = prepared.get(text)
    const statement = known ?? (await prepare(text))
    // To the end, as used last.
    prepared.delete(text)
    prepared.set(text, statement)
    if (prepared.size > MAX_PREPARED) {
      const [[oldest, { name }] = ['', { name: '' }]] = prepared
      prepared.delete(oldest)
      await exchange(serialize.close({ type: 'S', name }))
    }
    return statement
  }

  const textOf = (value: SqlValue, type: number | undefined): string | null => {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : database.serializers[type]
    return serializer ? serializer(value) : String(value)
  }

  return {
    async query(text: string, values: readonly SqlValue[]): Promise<unknown[]> {
      if (!prepared.has(text) && CHANGES_TABLES.test(text)) {
        await forget()
        return (await database.query(text, [...values])).rows
      }
      const { name, types } = await prepareOnce(text)
      const answers = await exchange(
        serialize.bind({ statement: name, values: values.map((value, at) => textOf(value, types[at])) }),
        serialize.describe({ type: 'P' }),
        serialize.execute({}),
      )
      return parse.parseResults(answers, database.parsers)[0]?.rows ?? []
    },
    async script(text: string): Promise<void> {
      if (CHANGES_TABLES.test(text)) await forget()
      await database.exec(text)
    },
  }
}
