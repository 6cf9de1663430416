import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export interface PersonalColumn {
  readonly part: string
  /**
   * `deleted` with the account, `erased` by the feature's `erase`, `kept` without naming a person, or `carried`: kept,
   * and carried to an account with the same wallet or X account.
   */
  readonly onDeletion: 'deleted' | 'erased' | 'kept' | 'carried'
}

export interface PersonalTable {
  readonly table: string
  readonly columns: Readonly<Record<string, PersonalColumn>>
  /** Uuid columns that aren't users. */
  readonly otherIds: readonly string[]
  /** Queries for the download by part; `$1` is the user. */
  readonly download: Readonly<Record<string, string>>
  /** Query for the live topics that show what is deleted with the account; `$1` is the user. */
  readonly topics?: string | undefined
  /** What the privacy page says of it. */
  readonly privacy?: string | undefined
}

type UuidColumn<T extends PgTable> = {
  [K in keyof T['_']['columns']]: T['_']['columns'][K]['_']['columnType'] extends 'PgUUID' ? K : never
}[keyof T['_']['columns']] &
  string

/**
 * Declares a table's personal columns. All ids are uuids, and an undeclared uuid column is a type error, so downloads
 * and account deletion miss nothing. Downloads omit secrets, such as token hashes, and other users' data.
 */
export function personal<T extends PgTable>(
  table: T,
  {
    columns,
    download = {},
    ...rest
  }: {
    columns: Readonly<Record<UuidColumn<T>, PersonalColumn | 'other'>>
    download?: Readonly<Record<string, string>>
  } & Pick<PersonalTable, 'topics' | 'privacy'>,
): PersonalTable {
  const named = getTableColumns(table)
  const ids = Object.entries<PersonalColumn | 'other'>(columns).map(([key, of]) => ({
    name: named[key]?.name ?? key,
    of,
  }))
  return {
    table: getTableName(table),
    columns: Object.fromEntries(ids.flatMap(({ name, of }) => (of === 'other' ? [] : [[name, of] as const]))),
    otherIds: ids.flatMap(({ name, of }) => (of === 'other' ? [name] : [])),
    download,
    ...rest,
  }
}

export const deleted = (part: string): PersonalColumn => ({ part, onDeletion: 'deleted' })
export const erased = (part: string): PersonalColumn => ({ part, onDeletion: 'erased' })
export const kept = (part: string): PersonalColumn => ({ part, onDeletion: 'kept' })
/**
 * For rows that restrict the person, which follow every wallet and X account the account ever had, and for what the
 * person chose or lost, which follows the first return only. A trigger on `continued_accounts` carries them.
 */
export const carried = (part: string): PersonalColumn => ({ part, onDeletion: 'carried' })
