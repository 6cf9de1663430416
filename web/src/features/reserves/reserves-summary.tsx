import { formatWhole, STEEZE_VALUE_USDC, usdcText } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { doesHold, percentText, type Reserves } from './cover.ts'
import { CoverPicture } from './cover-picture.tsx'

const REFRESH_MS = 60_000

export default function ReservesSummary() {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...read('GET /api/reserves'),
    refetchInterval: REFRESH_MS,
  })
  return (
    <>
      {!isPending && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {(isPending || data) && (
        <div className="min-h-94">{data ? <Figures reserves={data} /> : <Skeleton className="h-94" />}</div>
      )}
      <Link href={paths.reserves} className={buttonClass('secondary', 48, 'mt-6')}>
        Check it yourself
      </Link>
    </>
  )
}

function Figures({ reserves }: { reserves: Reserves }) {
  const { cover, usdcHeld, usdcRequired, steezeOutstanding } = reserves
  return (
    <>
      <CoverPicture reserves={reserves} />
      <StatStrip>
        <Stat
          name={doesHold(reserves) ? 'Covered' : 'Not covered'}
          value={cover === null ? '100%' : percentText(cover)}
          note="USDC held of USDC required"
        />
        <Stat name="USDC held" value={usdcText(usdcHeld)} note="by the contract" />
        <Stat name="USDC required" value={usdcText(usdcRequired)} note={`${STEEZE_VALUE_USDC} for each Steeze`} />
        <Stat name="Steeze outstanding" value={formatWhole(steezeOutstanding)} note="in the ledger and on chain" />
      </StatStrip>
    </>
  )
}
