import type { People } from '@aura/api/calls/follows'
import { FOLLOW_RULES } from '@aura/api/rules/follows'
import type { OtherPerson } from '@aura/api/shapes'
import { readStreak, streakColumns } from '#features/streak'
import { columns, fragment, type RowOf } from '#platform/db/sql'

const u = columns('user_profiles', 'u')

/** Columns of `user_profiles u` and `streaks l`. */
export const OTHER_PERSON = fragment`${u('id', 'username', 'profileImageUrl')}, ${streakColumns('l')}`

export interface OtherRow {
  position: number
  person: OtherPerson
}

export const presentOther = (row: RowOf<typeof OTHER_PERSON> & { position: number }, at: Date): OtherRow => ({
  position: row.position,
  person: {
    id: row.id,
    username: row.username,
    profileImageUrl: row.profileImageUrl,
    currentStreak: readStreak(row, at),
  },
})

/** Returns a page. `rows` has one row more than a page if there is another one. */
export function pageOf(rows: readonly OtherRow[]): People {
  const shown = rows.slice(0, FOLLOW_RULES.page)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  return { people: shown.map(({ person }) => person), next: last ? String(last.position) : null }
}
