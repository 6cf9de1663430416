import { formatUsdc, formatWhole, MICROS_PER_USDC } from '@aura/api/money'
import { LedgerCell, Ledger as LedgerLines } from '#ui/ledger'
import { formatEth, type Profile } from './profile-text.ts'

/** Somebody in four figures. */
export function Tiles({ profile: { user, vouchStats }, usdPerEth }: { profile: Profile; usdPerEth: number | null }) {
  return (
    <LedgerLines>
      <LedgerCell name="Total Aura" value={formatWhole(user.auraPoints)} note="Aura Points" />
      <LedgerCell name="Streak Days" value={formatWhole(user.currentStreak)} note="Day Streak" />
      <LedgerCell
        name="Vouches Received"
        value={formatWhole(vouchStats.vouchesReceived)}
        note={`${formatWhole(vouchStats.vouchesGiven)} given`}
      />
      <LedgerCell
        name="USDC Received"
        value={formatUsdc(Math.round(vouchStats.totalUsdcReceived * MICROS_PER_USDC))}
        unit="USDC"
        note={
          usdPerEth === null
            ? 'earned from vouches'
            : `or ${formatEth(vouchStats.totalUsdcReceived, usdPerEth)} ETH, earned from vouches`
        }
      />
    </LedgerLines>
  )
}
