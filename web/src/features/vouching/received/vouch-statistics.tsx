import type { Answer } from '@aura/api/calls'
import { formatWhole, usdcText } from '@aura/api/money'
import { Pair, Pairs, TitledCard } from '#ui/layout/titled-card'

interface VouchStatisticsProps {
  stats: Answer<'GET /api/vouch/stats/:id'>
  /** USDC received, in ETH; null while the price is unknown. */
  ethReceived: string | null
}

export function VouchStatistics({ stats, ethReceived }: VouchStatisticsProps) {
  const usdc = (amount: number) => `${usdcText(amount)} USDC`
  return (
    <TitledCard id="vouch-statistics" title="Vouch Statistics">
      <Pairs>
        <Pair name="USDC received" value={usdc(stats.totalUsdcReceived)} />
        {ethReceived !== null && <Pair name="ETH received" value={`${ethReceived} ETH`} />}
        <Pair name="Vouches" value={formatWhole(stats.vouchesReceived)} />
        <Pair name="USDC given" value={usdc(stats.totalUsdcGiven)} />
        <Pair name="Vouches given" value={formatWhole(stats.vouchesGiven)} />
      </Pairs>
    </TitledCard>
  )
}
