import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { useTimes } from '#lib/time/times'
import { useMedium, useWide } from '#lib/use-wide'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { CopyButton } from '#ui/forms/copy-button'
import { BattleNotFound } from '../shared/battle-not-found.tsx'
import { battleRead } from '../shared/battle-reads.ts'
import { scoreUnit } from '../shared/battle-score.ts'
import { type BattleDetail, battleTitle, DRAW, type Side, sidesOf } from '../shared/battle-view.ts'
import { nameStyle } from '../shared/fitted-name.tsx'
import { Gifters } from '../shared/gifters.tsx'
import { outageText } from '../shared/outage-text.ts'
import { ShareActions } from '../shared/share-actions.tsx'
import { clockTime, dayName } from '../shared/times.ts'
import { useBattleId } from '../shared/use-battle-id.ts'
import { FinalScores } from './final-scores.tsx'
import { GiftPlot } from './gift-plot.tsx'
import { GiftTable } from './gift-table.tsx'
import { PayoutTable } from './payout-table.tsx'
import styles from './receipt.module.css'
import { ReceiptCheck } from './receipt-check.tsx'
import { RoundTable } from './round-table.tsx'
import { type Receipt, useReceipt } from './use-receipt.ts'

const TITLE = { weight: 850, wide: { full: 100, roomEm: 12.5 }, phone: { full: 100, roomEm: 8.8 } } as const

export default function ReceiptScreen() {
  const id = useBattleId()
  const battle = useQuery(battleRead(id))
  const receipt = useReceipt(id)
  if (battle.isPending || receipt.isPending) return <TickLoader text="Loading receipt..." />
  const code = errorCode(battle.error ?? receipt.error)
  if (code === 'BATTLE_NOT_FOUND' || code === 'INVALID_REQUEST') return <BattleNotFound />
  if (!battle.data || !receipt.data) {
    return (
      <main className="page">
        <LoadFailed
          text={errorText(battle.error ?? receipt.error).description}
          isBusy={battle.isFetching || receipt.isFetching}
          onRetry={() => void Promise.all([battle.refetch(), receipt.refetch()])}
        />
      </main>
    )
  }
  return <ReceiptView battle={battle.data} receipt={receipt.data} />
}

interface ReceiptViewProps {
  battle: BattleDetail
  receipt: Receipt
}

function ReceiptView({ battle, receipt }: ReceiptViewProps) {
  const times = useTimes()
  const isWide = useWide()
  const isMedium = useMedium()
  const sides = sidesOf(battle)
  const [a, b] = sides
  return (
    <main className={`page ${styles.receipt}`}>
      <Link href={paths.battle(battle.id)} className={styles.back}>
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        Showdown
      </Link>
      <header className={styles.head}>
        <div>
          <p>
            {battleTitle(battle)} – {dayName(battle.battleStartsAt, times)}, {clockTime(battle.battleStartsAt, times)}{' '}
            to {clockTime(battle.endsAt, times)}
          </p>
          <Result battle={battle} sides={sides} />
        </div>
        <ShareActions battle={battle} />
      </header>
      <FinalScores sides={sides} unit={scoreUnit(battle)} />
      {receipt.rounds ? (
        <RoundTable rounds={receipt.rounds} sides={sides} />
      ) : (
        <>
          <Summary battle={battle} receipt={receipt} />
          <GiftPlot battle={battle} sides={sides} receipt={receipt} isWide={isWide} isMedium={isMedium} />
        </>
      )}
      <div className={styles.columns}>
        <Gifters side={a} gifters={receipt.topGifters.challenger} />
        <section className={styles.payout} aria-label="Stakes and payout">
          <PayoutTable receipt={receipt} sides={sides} />
        </section>
        <Gifters side={b} gifters={receipt.topGifters.opponent} />
      </div>
      <section className={styles.check} aria-labelledby="check">
        <h2 id="check" className="h3">
          Check it yourself
        </h2>
        <p>{receipt.rule}</p>
        {receipt.rounds && (
          <p>
            Each question was committed to by hash before it opened. Its text and salt are in the receipt, from which
            every hash, result and point can be recomputed.
          </p>
        )}
        <p>Every gift includes a hash of itself and the gift before it, so none can be added, changed or removed.</p>
        <ReceiptCheck id={battle.id} />
        <p>You needn’t trust this page: the same check is a script in the source code.</p>
        <Command id={battle.id} />
        <p>
          <a href={`/api/battles/${battle.id}/receipt`}>The receipt as data</a>
        </p>
        <GiftTable gifts={receipt.gifts} total={receipt.totals.gifts} sides={sides} />
      </section>
    </main>
  )
}

function Command({ id }: { id: string }) {
  const command = `node tools/commands/verify-receipt.ts ${location.origin}/api/battles/${id}/receipt`
  return (
    <p className={styles.command}>
      <code>{command}</code>
      <CopyButton text={command} label="Copy the command" />
    </p>
  )
}

function Result({ battle, sides }: { battle: BattleDetail; sides: readonly [Side, Side] }) {
  const winner = sides.find(({ person }) => person.id === battle.winnerId)
  return (
    <h1 className={styles.result} data-aura={winner?.accent ?? 'none'} style={winner && nameStyle(winner.name, TITLE)}>
      {winner ? `${winner.name} Wins!` : battle.status === 'completed' ? DRAW : 'Battle called off'}
    </h1>
  )
}

function spanText(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const parts = [hours > 0 && `${hours} h`, `${Math.floor((seconds % 3_600) / 60)} min`, `${seconds % 60} s`]
  return parts.filter(Boolean).join(' ')
}

function Summary({ battle, receipt }: ReceiptViewProps) {
  const times = useTimes()
  const { leadChanges, decidedAt, totals, softClose, outage, gifts } = receipt
  const isPart = gifts.length < totals.gifts
  return (
    <ul className={styles.summary}>
      <li>
        <b className="num">{leadChanges}</b> lead {leadChanges === 1 ? 'change' : 'changes'}
      </li>
      {decidedAt && (
        <li>
          <b className="num">{times.seconds(decidedAt)}</b> decided,{' '}
          {spanText(Date.parse(battle.endsAt) - Date.parse(decidedAt))} before the end
        </li>
      )}
      {softClose && softClose.extensions.length > 0 && (
        <li>
          <b className="num">{softClose.extensions.length}</b>{' '}
          {softClose.extensions.length === 1 ? 'late lead' : 'late leads'} moved the end from{' '}
          {times.seconds(softClose.plannedEndsAt)} to{' '}
          {times.seconds(softClose.extensions.at(-1)?.endsAt ?? battle.endsAt)}
        </li>
      )}
      {outage && <li>{outageText(outage, times)}</li>}
      <li>
        <b className="num">{formatWhole(totals.gifts)}</b> {totals.gifts === 1 ? 'gift' : 'gifts'} from{' '}
        {formatWhole(totals.gifters)} {totals.gifters === 1 ? 'person' : 'people'}
      </li>
      <li>
        <i className={styles.diamond} aria-hidden="true" />
        lead change. Each fine line is one gift.
        {isPart && ` The plot has the first ${formatWhole(gifts.length)}; dashes lead to the end.`}
      </li>
    </ul>
  )
}
