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

/** The person who asks: somebody among all those with the first bonus and no more. */
export const TOKEN = `bench${'0'.repeat(38)}`
