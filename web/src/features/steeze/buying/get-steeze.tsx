import { STEEZE_PRICE_MICROS, usdcPlain } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useConfig } from '#lib/use-config'
import { networkOfConfig } from '#payments/network.ts'
import { usdcToken } from '#payments/relayed/usdc-token.ts'
import { usePayingWallet } from '#payments/use-paying-wallet.ts'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import styles from '../steeze.module.css'
import { BuyCard } from './buy-card.tsx'

interface GetSteezeProps {
  wanted: number
  onBought: (steeze: number) => void
}

/** Buys Steeze inside another feature's dialog. A purchase continues after closing, and is shown again on reopening. */
export default function GetSteeze({ wanted, onBought }: GetSteezeProps) {
  const user = useCurrentUser()
  const config = useConfig()
  const shop = useQuery(read('GET /api/steeze/purchase'))
  const wallet = usePayingWallet(user)
  const failed = [config, shop].find(({ error, data }) => error && !data)
  if (failed) {
    const again = () => void Promise.all([config.refetch(), shop.refetch()])
    return <LoadFailed text={errorText(failed.error).description} isBusy={failed.isFetching} onRetry={again} />
  }
  if (!config.data || !shop.data) return <Skeleton className="h-64" />
  const { contractAddress, usdcAddress, chainId } = shop.data
  if (user.restriction || !contractAddress || !usdcAddress) {
    return (
      <p className={styles.closed}>
        {user.restriction ? 'You can’t buy right now.' : 'Buying isn’t available on this network yet.'}
      </p>
    )
  }
  return (
    <BuyCard
      user={user}
      wallet={wallet}
      network={networkOfConfig(config.data)}
      shop={{ contractAddress, chainId, token: usdcToken(config.data, usdcAddress) }}
      usdc={usdcPlain(wanted * STEEZE_PRICE_MICROS)}
      onBought={onBought}
    />
  )
}
