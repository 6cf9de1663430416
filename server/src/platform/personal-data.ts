import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** A column whose ids may be a person's. */
export interface PersonalColumn {
  /** The part of the download its rows are in. */
  readonly part: string
  /**
   * `deleted`: its rows are deleted with the account. `erased`: the feature's `erase` deletes them. `kept`: they stay, and
   * name nobody any more.
   */
  readonly onDeletion: 'deleted' | 'erased' | 'kept'
}

/** What a table holds of people. */
export interface PersonalTable {
  readonly table: string
  readonly columns: Readonly<Record<string, PersonalColumn>>
  /** Columns whose ids are of something else. */
  readonly otherIds: readonly string[]
  /** Queries for the download, by the part they make up; `$1` is the person. */
  readonly download: Readonly<Record<string, string>>
}

type UuidColumn<T extends PgTable> = {
  [K in keyof T['_']['columns']]: T['_']['columns'][K]['_']['columnType'] extends 'PgUUID' ? K : never
}[keyof T['_']['columns']] &
  string

/**
 * Declares what a table holds of people; it stands below the table. All ids are uuids, and a uuid column that is not
 * named here is a type error, so nothing is forgotten by the download of one's data and the deletion of an account.
 * The download leaves out secrets, such as hashes of tokens, and what others said or hold.
 */
export function personal<T extends PgTable>(
  table: T,
  {
    columns,
    download = {},
  }: {
    columns: Readonly<Record<UuidColumn<T>, PersonalColumn | 'other'>>
    download?: Readonly<Record<string, string>>
  },
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
  }
}

/** Rows that name a person in `part`, and are deleted with their account. */
export const deleted = (part: string): PersonalColumn => ({ part, onDeletion: 'deleted' })
/** Rows that name a person in `part`, and are deleted by the feature's `erase`. */
export const erased = (part: string): PersonalColumn => ({ part, onDeletion: 'erased' })
/** Rows that name a person in `part`, and stay when the person is gone. */
export const kept = (part: string): PersonalColumn => ({ part, onDeletion: 'kept' })
