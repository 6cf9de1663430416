import { BattleStrip } from './battle-strip.tsx'
import { useSpotlight } from './use-spotlight.ts'

export default function LiveNow() {
  const { data } = useSpotlight()
  return data?.battle?.status === 'active' ? <BattleStrip /> : null
}
