import { useTimes } from '#lib/time/times'
import type { BattleDetail } from './battle-view.ts'
import { outageText } from './outage-text.ts'

export function OutageNote({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  return battle.outage && <p data-outage="">{outageText(battle.outage, times)}</p>
}
