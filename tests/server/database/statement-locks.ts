import { ADVISORY_LOCKS } from '../../../server/src/platform/db/lock-order.ts'

export interface Lock {
  name: string
  /** False if the lock is skipped or refused when taken, since no deadlock is then possible. */
  waits: boolean
}

/** Locking rows of a view locks those of its table. */
const TABLE_OF_VIEW: Readonly<Record<string, string>> = {
  user_profiles: 'users',
  streaks: 'learners',
  user_wallets: 'wallets',
  x_handles: 'provider_accounts',
}

const ROW_LOCK =
  /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?:\s+of\s+(?<of>\w+(?:\s*,\s*\w+)*))?(?<skips>\s+(?:skip\s+locked|nowait))?/gi
const TABLE_LOCK = /\block\s+table\s+(?<table>\w+)/gi
const ADVISORY_LOCK =
  /\bpg_(?<tries>try_)?advisory_xact_lock\(\s*(?:hashtextextended\(\s*)?(?:'(?<text>[^']*)'|\$(?<nr>\d+)|(?<number>\d+))/gi
const TABLE =
  /\b(?:from|join|update)\s+(?<table>\w+)(?:\s+(?:as\s+)?(?!(?:where|order|left|right|inner|join|cross|on|set|limit|for|using|group)\b)(?<alias>\w+))?/gi

/** Returns a statement's locks in the order they are written. */
export function locksOf(text: string, values: readonly unknown[] = []): Lock[] {
  const rows = [...text.matchAll(ROW_LOCK)].flatMap((match) =>
    lockedTables(scopeAt(text, match.index), match.groups?.of).map((name) => ({
      at: match.index,
      lock: { name, waits: match.groups?.skips === undefined },
    })),
  )
  const advisory = [...text.matchAll(ADVISORY_LOCK)].map(({ index, groups = {} }) => ({
    at: index,
    lock: { name: advisoryName(keyOf(groups, values)), waits: groups.tries === undefined },
  }))
  const whole = [...text.matchAll(TABLE_LOCK)].map(({ index, groups = {} }) => ({
    at: index,
    lock: { name: groups.table ?? '', waits: true },
  }))
  return [...rows, ...advisory, ...whole].sort((a, b) => a.at - b.at).map(({ lock }) => lock)
}

/** Returns the SELECT around `index`, without its subqueries. */
function scopeAt(text: string, index: number): string {
  let depth = 0
  let scope = ''
  for (let at = index - 1; at >= 0; at--) {
    const character = text[at] as string
    if (character === '(' && depth === 0) break
    if (character === ')') depth++
    else if (character === '(') depth--
    else if (depth === 0) scope = character + scope
  }
  return scope
}

function lockedTables(scope: string, of: string | undefined): string[] {
  const tables = [...scope.matchAll(TABLE)].map(({ groups = {} }) => ({
    table: TABLE_OF_VIEW[groups.table ?? ''] ?? groups.table ?? '',
    alias: groups.alias ?? groups.table ?? '',
  }))
  if (of === undefined) return tables.map(({ table }) => table)
  return of.split(/\s*,\s*/).map((alias) => tables.find((known) => known.alias === alias)?.table ?? alias)
}

function keyOf({ text, number, nr }: Partial<Record<string, string>>, values: readonly unknown[]): unknown {
  if (number !== undefined) return Number(number)
  return text ?? values[Number(nr) - 1]
}

function advisoryName(key: unknown): string {
  const known = Object.entries(ADVISORY_LOCKS).find(([, own]) =>
    typeof own === 'string'
      ? typeof key === 'string' && (key === own || (own.endsWith('/') && key.startsWith(own)))
      : own === key,
  )
  return `advisory ${known?.[0] ?? `without a name: ${String(key)}`}`
}
