import type { Db, SqlValue } from '../db/db.ts'
import { spanned, type Tracing } from './tracing.ts'

type Query = (text: string, values?: readonly SqlValue[]) => Promise<unknown[]>

/** Traces statements and transactions below a span that has not ended; others are not traced. Values are left out. */
export function tracedDb(db: Db, tracing: Tracing): Db {
  const traced =
    (query: Query): Query =>
    (text, values) =>
      tracing.isInside()
        ? spanned(
            tracing,
            {
              name: nameOf(text),
              kind: 'client',
              attributes: { 'db.system.name': 'postgresql', 'db.query.text': oneLine(text) },
            },
            () => query(text, values),
          )
        : query(text, values)
  return {
    ...db,
    query: traced(db.query) as Db['query'],
    tx(work) {
      if (!tracing.isInside()) return db.tx(work)
      return spanned(tracing, { name: 'transaction', kind: 'internal' }, () =>
        db.tx((tx) => work({ ...tx, query: traced(tx.query) as Db['query'] })),
      )
    },
  }
}

const names = new Map<string, string>()
/** Names cached, since statements that depend on their call must not fill the memory. */
const MAX_NAMES = 2_000

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Returns the statement's operation and table, such as `select battles`. */
export function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const [verb, table] = target(text)
  const name = table === undefined ? verb : `${verb} ${table}`
  if (names.size < MAX_NAMES) names.set(text, name)
  return name
}

const CHANGE = /\b(insert|update|delete)\s+(?:into\s+|from\s+)?(?:only\s+)?([a-z_]+)/i
/** Matches a table but not a function. */
const SELECT = /\b(select)\b[\s\S]*?\bfrom\s+([a-z_]+)\b(?!\s*[[(])/i

function target(text: string): [verb: string, table?: string] {
  const all = withoutLocks(text)
  const outer = withoutParentheses(all)
  const [, verb, table] = CHANGE.exec(outer) ?? CHANGE.exec(all) ?? SELECT.exec(outer) ?? SELECT.exec(all) ?? []
  if (verb === undefined || table === undefined) return [/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement']
  return [verb.toLowerCase(), table]
}

/** Removes `for update` and `do update`, which change no table by themselves. */
const withoutLocks = (text: string) => text.replace(/\b(?:for|do)\s+(?:no\s+key\s+)?update\b/gi, '')

function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '[]')
  return shorter === text ? text : withoutParentheses(shorter)
}
