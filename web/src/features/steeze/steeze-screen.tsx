import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { type User, useCurrentUser } from '#features/auth'
import { celebrate, usePreloadedCelebration } from '#features/celebration'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'
import { networkOfConfig } from '#payments/network.ts'
import { usdcToken } from '#payments/relayed/usdc-token.ts'
import { isReadyToPay, usePayingWallet } from '#payments/use-paying-wallet.ts'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { BuyCard } from './buying/buy-card.tsx'
import { RedeemCard } from './redeeming/redeem-card.tsx'
import styles from './steeze.module.css'
import { SteezeBalance } from './steeze-balance.tsx'
import { Transactions } from './transactions.tsx'

export default function SteezeScreen() {
  const user = useCurrentUser()
  const config = useConfig()
  const shop = useQuery(read('GET /api/steeze/purchase'))
  const balance = useQuery(read('GET /api/steeze/balance'))
  const wallet = usePayingWallet(user)
  usePreloadedCelebration()
  const onBought = useCallback((steeze: number) => void celebrate(purchaseCelebration(user, steeze)), [user])
  // If a later read fails, the form stays with its texts about the money.
  const failed = [config, shop, balance].find(({ error, data }) => error && !data)
  if (failed) {
    const again = () => void Promise.all([config.refetch(), shop.refetch(), balance.refetch()])
    return (
      <main className="page">
        <h1 className="sr-only">Steeze Recharge</h1>
        <LoadFailed text={errorText(failed.error).description} isBusy={failed.isFetching} onRetry={again} />
      </main>
    )
  }
  if (!config.data || !shop.data || !balance.data) return <TickLoader text="Loading your Steeze..." />
  const network = networkOfConfig(config.data)
  const isThere = isReadyToPay(wallet, network)
  const { contractAddress, usdcAddress, chainId } = shop.data
  const parts = { user, wallet, network }
  return (
    <main className={`page ${styles.screen}`}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <span>STEEZE</span> <span>RECHARGE</span>
        </h1>
        <div className={styles.network}>
          <span>Network</span>
          <b>
            <i className={isThere ? styles.there : ''} aria-hidden="true" />
            {network.name}
          </b>
        </div>
      </header>
      <SteezeBalance earned={balance.data.battleEarnedSteeze} purchased={balance.data.purchasedSteeze} />
      {contractAddress && usdcAddress ? (
        <div className={styles.cards}>
          {user.restriction ? (
            <section aria-labelledby="buy">
              <h2 className="h2" id="buy">
                Buy Steeze
              </h2>
              <p className={styles.closed}>You can’t buy right now. You can still redeem earned Steeze.</p>
            </section>
          ) : (
            <BuyCard
              {...parts}
              shop={{ contractAddress, chainId, token: usdcToken(config.data, usdcAddress) }}
              onBought={onBought}
            />
          )}
          <RedeemCard {...parts} contractAddress={contractAddress} balance={balance.data} />
        </div>
      ) : (
        <p className={styles.closed}>Buying and redeeming aren’t available on this network yet.</p>
      )}
      <Transactions explorerUrl={network.explorerUrl} />
      <p className={styles.behind}>
        USDC backs every Steeze: <Link href={paths.reserves}>Proof of reserves</Link>
      </p>
    </main>
  )
}

/** A purchase changes neither points nor streak, so the aura stays the same. */
const purchaseCelebration = ({ id, currentStreak, auraPoints }: User, amount: number) => {
  const standing = { days: currentStreak, auraPoints }
  return {
    userId: id,
    gained: { amount, unit: 'Steeze' as const },
    before: standing,
    after: standing,
    text: 'Yours to gift. Pick a side.',
  }
}
