export interface RanksStart {
  databaseUrl: string | null
  dataDir: string | null
  users: number
  redisPort: number | null
}
export type RanksOrder =
  | { op: 'move'; perSecond: number }
  | { op: 'rest' }
  | { op: 'cost'; changes: number; ranked: boolean }
  | { op: 'check'; people: number }
export type RanksReport = Record<string, number>

/** Session tokens: a user whose points are rare, and one who has only the first bonus. */
export const TOKEN = `bench${'0'.repeat(38)}`
export const CROWDED_TOKEN = `bench${'1'.repeat(38)}`

/** Alphabet of user names: a hash digit each. */
export const LETTERS = 'aeioumnrstlkdbyj'
