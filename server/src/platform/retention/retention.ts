import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Limits } from '../limits.ts'
import { trimStatement } from './rule-store.ts'

/** A rule by which a job removes rows, some time after the moment that its condition compares with `$1`. */
export interface TrimRule {
  /** Never reuse a name, by which the database remembers what was removed. */
  readonly name: string
  readonly table: string
  readonly keptMs: (limits: Limits) => number
  readonly statement: string
}

export type Retention = { readonly table: string } & (
  | { readonly stays: 'kept' | 'bounded'; readonly why: string }
  | { readonly stays: 'trimmed'; readonly rules: readonly TrimRule[] }
)

const nameOf = (table: PgTable | string) => (typeof table === 'string' ? table : getTableName(table))

/** Declares a table that grows for ever and has to. */
export const keptForever = (table: PgTable, why: string): Retention => ({
  table: nameOf(table),
  stays: 'kept',
  why,
})

/** Declares a table that can't outgrow its subject, such as one row per user, or whose rows are removed when used. */
export const bounded = (table: PgTable | string, why: string): Retention => ({
  table: nameOf(table),
  stays: 'bounded',
  why,
})

interface RuleSource {
  keptMs: (limits: Limits) => number
  /** A condition on the row `r`; `$1` is the moment `keptMs` ago. */
  where: string
  /** Leading columns of the index that finds these rows, which is the order of their removal. */
  oldest: string
}

/** Declares a table whose rows are removed by age: by one rule, or by several with a name each. */
export function trimmed(table: PgTable, rules: RuleSource | Readonly<Record<string, RuleSource>>): Retention {
  const name = nameOf(table)
  const named = isRule(rules) ? { [name]: rules } : rules
  return {
    table: name,
    stays: 'trimmed',
    rules: Object.entries(named).map(([rule, { keptMs, where, oldest }]) => ({
      name: rule === name ? name : `${name}.${rule}`,
      table: name,
      keptMs,
      statement: trimStatement({ table: name, where, oldest }),
    })),
  }
}

const isRule = (rules: RuleSource | Readonly<Record<string, RuleSource>>): rules is RuleSource =>
  typeof rules.where === 'string'
