import { formatWhole } from '@aura/api/money'
import { useQueryClient } from '@tanstack/react-query'
import { ChartLine, Share } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useFeatures } from '#lib/features-context'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { Button, buttonClass } from '#ui/forms/button'
import { lazyPart } from '#ui/layout/lazy-part'
import { RematchButton } from '../rematch/rematch-button.tsx'
import { movedAp } from '../shared/battle-score.ts'
import { type BattleDetail, type Side, sidesOf } from '../shared/battle-view.ts'
import { preloadResult, shareResult } from '../shared/share-result.ts'
import { gainText, lossText } from '../shared/stake-outcome.ts'
import styles from './showdown.module.css'

/** Apart, so that this screen doesn’t come with the others that make videos. */
const ClipButton = lazyPart(() => import('#aura/clip/clip-button.tsx'), { name: 'The button for a video' })

declare module '#lib/feature' {
  interface Feature {
    readonly thankFighter?: { text(name: string): string; path(id: string): string }
  }
}

export function Payout({ battle, side }: { battle: BattleDetail; side: Side }) {
  const steeze = `${formatWhole(side.steeze)} earned Steeze`
  const [amount, note] =
    battle.winnerId === null
      ? [`${formatWhole(side.stake)} AP`, `stake returned, and ${steeze}`]
      : side.hasLost
        ? [lossText(movedAp(battle)), `but keeps ${steeze}`]
        : [gainText(movedAp(battle)), `net, and ${steeze}`]
  return (
    <p className={styles.payout} data-lost={side.hasLost || undefined}>
      <span className="sr-only">{side.name}: </span>
      <b className="num">{amount}</b>
      <span className={styles.payoutNote}>{note}</span>
    </p>
  )
}

export function Afterwards({ battle, viewerId }: { battle: BattleDetail; viewerId: string | undefined }) {
  const thanks = useFeatures().flatMap(({ thankFighter }) => thankFighter ?? [])
  const others = sidesOf(battle).filter(({ person }) => person.id !== viewerId)
  return (
    <div className={styles.afterwards}>
      <RematchButton battle={battle} viewerId={viewerId} />
      <Link href={paths.battleReceipt(battle.id)} className={buttonClass('secondary', 48)}>
        <ChartLine size={18} strokeWidth={1.75} aria-hidden="true" />
        How it was decided
      </Link>
      <Button
        kind="secondary"
        onPointerEnter={() => preloadResult(battle)}
        onFocus={() => preloadResult(battle)}
        onClick={() => void shareResult(battle)}
      >
        <Share size={18} strokeWidth={1.75} aria-hidden="true" />
        Share result
      </Button>
      {/* A walkover has nothing to show. */}
      {battle.status === 'completed' && !battle.rounds?.absent && <BattleVideo battle={battle} />}
      {thanks.flatMap(({ text, path }) =>
        others.map(({ person, name }) => (
          <Link key={path(person.id)} href={path(person.id)} className={buttonClass('secondary', 48, 'min-w-0')}>
            <span className="truncate">{text(name)}</span>
          </Link>
        )),
      )}
    </div>
  )
}

function BattleVideo({ battle }: { battle: BattleDetail }) {
  const times = useTimes()
  const queries = useQueryClient()
  const load = async (signal: AbortSignal) => {
    const { battleClip } = await import('../clip/battle-clip.ts')
    return battleClip(battle, { queries, times, signal })
  }
  return (
    <Suspense fallback={<Button kind="secondary" className="invisible" />}>
      <ClipButton load={load} />
    </Suspense>
  )
}
