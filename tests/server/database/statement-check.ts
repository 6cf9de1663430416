import type pg from 'pg'
import type { Column } from '../../../server/src/platform/db/sql.ts'

interface Field {
  name: string
  tableID: number
  columnID: number
  dataTypeID: number
}

/** Parses a statement on the database and returns what its rows would be, without running it. */
function describe(client: pg.Client, text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = []
    // The methods that pg's client calls on a query.
    const description = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: Field[] }) {
        fields = message.fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    }
    client.query(description)
  })
}

/** Types by their names in `sql.ts`. Arrays of bigint and dates are missing, because pg reads them differently. */
const NAMES: Readonly<Record<string, string>> = {
  bigint: 'bigint',
  boolean: 'boolean',
  bytea: 'bytea',
  date: 'date',
  'double precision': 'float8',
  integer: 'int',
  'integer[]': 'int[]',
  json: 'json',
  jsonb: 'json',
  smallint: 'int',
  text: 'text',
  'text[]': 'text[]',
  'timestamp with time zone[]': 'timestamptz[]',
  'timestamp with time zone': 'timestamptz',
  uuid: 'uuid',
  'uuid[]': 'uuid[]',
}

/** Returns the aliases, or names, of tables on the far side of an outer join. */
export function outerAliases(text: string): Set<string> {
  const found = new Set<string>()
  for (const { 0: start, index } of text.matchAll(/\b(?:left|full)\s+(?:outer\s+)?join\s+(?:lateral\s+)?/gi)) {
    const rest = text.slice(index + start.length)
    const table = rest.startsWith('(') ? rest.slice(0, closing(rest)) : (/^\w+/.exec(rest)?.[0] ?? '')
    const alias = /^\s+(?:as\s+)?(?!on\b|using\b)(\w+)/i.exec(rest.slice(table.length))?.[1]
    found.add(alias ?? table)
  }
  return found
}

function closing(text: string): number {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '(') depth++
    if (text[index] === ')' && --depth === 0) return index + 1
  }
  return text.length
}

interface Attribute {
  table: string
  column: string
  type: string
  isRequired: boolean
  isView: boolean
}

/** Checks statements against a migrated database. Returns the disagreements. */
export async function objections(
  client: pg.Client,
  all: Iterable<readonly [text: string, columns: readonly Column[]]>,
): Promise<string[]> {
  const { rows: attributes } = await client.query<Attribute & { key: string }>(
    `select a.attrelid || '.' || a.attnum as key, c.relname as table, a.attname as column,
            format_type(a.atttypid, null) as type, a.attnotnull as "isRequired", c.relkind = 'v' as "isView"
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attnum > 0 and c.relnamespace = 'public'::regnamespace`,
  )
  const { rows: types } = await client.query<{ oid: number; name: string }>(
    'select oid::int as oid, format_type(oid, null) as name from pg_type',
  )
  const typeNames = new Map(types.map(({ oid, name }) => [oid, name]))
  const byKey = new Map(attributes.map((each) => [each.key, each]))
  const byName = new Map(attributes.map((each) => [`${each.table}.${each.column}`, each]))

  function wrongColumn(column: Column, field: Field, outer: ReadonlySet<string>): string[] {
    const type = typeNames.get(field.dataTypeID) ?? ''
    const origin = byKey.get(`${field.tableID}.${field.columnID}`)
    if ('table' in column) {
      const name = `${column.table}.${column.column}`
      if (origin && `${origin.table}.${origin.column}` !== name)
        return [`${column.name} is ${origin.table}.${origin.column}, not ${name}`]
      if (byName.get(name)?.type !== type) return [`${column.name} is ${type}, unlike ${name}`]
      if (type !== 'numeric' && !NAMES[type]) return [`${column.name} is ${type}, which drivers read differently`]
      return outer.has(column.alias || column.table) && !column.isNullable ? [`${column.name} may be null`] : []
    }
    return NAMES[type] === column.type ? [] : [`${column.name} is ${type}`]
  }

  async function wrongWith(text: string, columns: readonly Column[]): Promise<string[]> {
    const fields = await describe(client, text)
    // Rows without typed columns can't be read; only their number counts.
    if (columns.length === 0) return []
    const names = [columns, fields].map((list) => list.map(({ name }) => name).join(', '))
    if (names[0] !== names[1]) return [`types ${names[0]}, but returns ${names[1]}`]
    const outer = outerAliases(text)
    return columns.flatMap((column, index) => wrongColumn(column, fields[index] as Field, outer))
  }

  const wrong: string[] = []
  for (const [text, columns] of all) {
    const found = await wrongWith(text, columns).catch((error: Error) => [error.message])
    wrong.push(...found.map((complaint) => `${text.replace(/\s+/g, ' ').slice(0, 80)}… ${complaint}`))
  }
  return wrong
}

/**
 * Returns computed columns that are null in these rows although their statement declares them non-null, which only rows
 * can show.
 */
export const unexpectedNulls = (columns: readonly Column[], rows: readonly object[]): string[] =>
  columns
    .filter((column) => 'type' in column && !column.isNullable)
    .map(({ name }) => name)
    .filter((name) => rows.some((row) => (row as Record<string, unknown>)[name] === null))
