import { formatWhole, usdcText } from '@aura/api/money'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { formatEth, type Profile } from './profile-text.ts'

export function Tiles({ profile: { user, vouchStats }, usdPerEth }: { profile: Profile; usdPerEth: number | null }) {
  return (
    <StatStrip>
      <Stat name="Total Aura" value={formatWhole(user.auraPoints)} note="Aura Points" />
      <Stat name="Streak Days" value={formatWhole(user.currentStreak)} note="Day Streak" />
      <Stat
        name="Vouches Received"
        value={formatWhole(vouchStats.vouchesReceived)}
        note={`${formatWhole(vouchStats.vouchesGiven)} given`}
      />
      <Stat
        name="USDC Received"
        value={usdcText(vouchStats.totalUsdcReceived)}
        unit="USDC"
        note={
          usdPerEth === null
            ? 'earned from vouches'
            : `or ${formatEth(vouchStats.totalUsdcReceived, usdPerEth)} ETH, earned from vouches`
        }
      />
    </StatStrip>
  )
}
