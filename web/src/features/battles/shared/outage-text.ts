import type { Times } from '#lib/time/times'
import type { BattleDetail } from './battle-view.ts'

type Outage = Pick<NonNullable<BattleDetail['outage']>, 'from' | 'to' | 'endedAt' | 'endsAt'>

export function outageText({ from, to, endedAt, endsAt }: Outage, times: Pick<Times, 'seconds'>): string {
  const away = awayText(Date.parse(to) - Date.parse(from))
  return `Aura was away${away}, so the end moved from ${times.seconds(endedAt)} to ${times.seconds(endsAt)}.`
}

const awayText = (ms: number) =>
  ms < 120_000 ? ` for ${Math.round(ms / 1_000)} s` : ` for ${Math.round(ms / 60_000)} min`
