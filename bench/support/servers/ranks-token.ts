/** The product with a crowd in it, and the same path in two other ways; points move while it serves. */
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

/** Who asks: somebody with points that few have, and somebody among all those with the first bonus and no more. */
export const TOKEN = `bench${'0'.repeat(38)}`
export const CROWDED_TOKEN = `bench${'1'.repeat(38)}`

/** What the names of the crowd are made of: the sixteen digits of a hash, as letters. */
export const LETTERS = 'aeioumnrstlkdbyj'
