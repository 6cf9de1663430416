import { formatWhole, STEEZE_VALUE_USDC, usdcText } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { CSSProperties } from 'react'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { timesIn } from '#lib/time/times'
import { useConfig } from '#lib/use-config'
import { networkOfConfig } from '#payments/network.ts'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { CheckYourself } from './check-yourself.tsx'
import { doesHold, percentText, type Reserves } from './cover.ts'
import { CoverHistory } from './cover-history.tsx'
import { CoverPicture } from './cover-picture.tsx'
import { LedgerSums } from './ledger-sums.tsx'
import styles from './reserves.module.css'

const REFRESH_MS = 15_000

export default function ReservesScreen() {
  const config = useConfig()
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/reserves'),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  })
  if (!data && error) {
    return (
      <main className="page">
        <h1 className="h1 pt-10">Proof of reserves</h1>
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (!data || !config.data) return <TickLoader text="Loading reserves..." />
  const { explorerUrl, rpcUrls } = networkOfConfig(config.data)
  return (
    <main className={`page ${styles.reserves}`} data-holds={doesHold(data)}>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <span>Proof of</span> <span>reserves</span>
        </h1>
        <p className={styles.block}>
          {data.chain.name}, block
          <b className="num">{formatWhole(data.block.number)}</b>
          {momentText(data.block.time)}
        </p>
      </header>
      {error && (
        <p className={styles.old} role="status">
          {data.chain.name} isn’t responding. These figures are from that block.
        </p>
      )}
      <Verdict reserves={data} />
      <CoverPicture reserves={data} />
      <StatStrip>
        <Stat name="USDC held" value={usdcText(data.usdcHeld)} />
        <Stat name="Steeze outstanding" value={formatWhole(data.steezeOutstanding)} />
        <Stat name="Required, 0.07 each" value={usdcText(data.usdcRequired)} />
      </StatStrip>
      <div className={styles.columns}>
        <div>
          <CoverHistory reserves={data} />
          <LedgerSums reserves={data} />
        </div>
        <CheckYourself reserves={data} rpcUrl={rpcUrls[0]} explorerUrl={explorerUrl} />
      </div>
    </main>
  )
}

function Verdict({ reserves }: { reserves: Reserves }) {
  const { cover, difference } = reserves
  const holds = doesHold(reserves)
  const percent = cover === null ? '100%' : percentText(cover)
  const Icon = holds ? ShieldCheck : ShieldAlert
  const isShort = cover !== null && cover < 1
  return (
    <section className={styles.verdict} aria-labelledby="verdict">
      <p className={`num ${styles.percent}`} style={{ '--letters': percent.length } as CSSProperties}>
        {percent}
      </p>
      <div>
        <h2 id="verdict" className={styles.word}>
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
          {holds ? 'Covered' : isShort ? 'Short' : 'Does not match'}
        </h2>
        <p>
          Every Steeze can be redeemed for at most {STEEZE_VALUE_USDC} USDC. {sentence(reserves)}
          {difference !== 0 &&
            ` The ledger has ${formatWhole(Math.abs(difference))} Steeze ${difference > 0 ? 'more' : 'less'} than the contract.`}
        </p>
      </div>
    </section>
  )
}

function sentence({ cover, usdcRequired, usdcHeld }: Reserves): string {
  if (cover === null) return 'There is no Steeze yet, so nothing needs cover.'
  if (cover < 1)
    return `The contract holds ${usdcText(usdcRequired - usdcHeld)} USDC less than it takes to redeem all Steeze.`
  const more = cover > 1 ? 'more than enough USDC' : 'exactly enough USDC'
  return `The contract holds ${more} to redeem all Steeze, and rejects any transaction that would leave it short.`
}

const UTC = timesIn('UTC')
const momentText = (iso: string): string => `${UTC.day(iso)}, ${UTC.seconds(iso)} UTC`
