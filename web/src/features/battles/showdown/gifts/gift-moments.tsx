import { formatShort, formatWhole } from '@aura/api/money'
import { memo, type ReactNode, type RefObject } from 'react'
import { Avatar } from '#aura/avatar.tsx'
import { SteezeIcon } from '#aura/steeze-icon.tsx'
import { useWide } from '#lib/use-wide'
import type { GivenGift } from '../../gifting/use-gift.ts'
import type { Side, Vote } from '../../shared/battle-view.ts'
import { type GiftBanner, type HeardGifts, shownGifts } from './gift-banners.ts'
import styles from './gift-moments.module.css'
import { type GiftMomentsOptions, type ShownLead, useGiftMoments } from './use-gift-moments.ts'

const FACE_PX = 32
const SLOTS = 3
const MAX_SHOWN = 100_000

interface GiftMomentsProps extends GiftMomentsOptions {
  votes: readonly Vote[] | undefined
  /** Set to a function that shows an own gift before the list names it. */
  hearOwn: RefObject<(gift: GivenGift) => void>
  isLow: boolean
}

/** Gifts and changes of the lead, each when it happens. Loaded after a battle's first picture. */
export default function GiftMoments({ votes, hearOwn, isLow, ...options }: GiftMomentsProps): ReactNode {
  const { sides, isPlaying } = options
  const moments = useGiftMoments(votes, options)
  hearOwn.current = moments.hearOwn
  return (
    <>
      {isPlaying && <GiftBanners heard={moments.heard} nowMs={moments.nowMs} sides={sides} isLow={isLow} />}
      <LeadChange lead={moments.lead} sides={sides} isPlaying={isPlaying} />
    </>
  )
}

interface GiftBannersProps {
  heard: HeardGifts
  nowMs: number
  sides: readonly [Side, Side]
  /** On the low stage beside streams. */
  isLow?: boolean
}

/** Decorative: the lists name the gifts, and the score is announced. */
export function GiftBanners({ heard, nowMs, sides, isLow = false }: GiftBannersProps) {
  const isWide = useWide()
  const { sides: banners, more } = shownGifts(heard, nowMs, isWide && !isLow ? SLOTS : 1)
  return (
    <div className={styles.banners} aria-hidden="true" data-banners>
      {([0, 1] as const).map((side) => (
        <ol key={side} className={side === 0 ? styles.ofA : styles.ofB} data-aura={sides[side].accent}>
          {banners[side].map(({ key, ...banner }) => (
            <Banner key={key} {...banner} />
          ))}
        </ol>
      ))}
      {more > 0 && (
        <p className={`num ${styles.more}`}>
          +{formatWhole(more)} more {more === 1 ? 'gift' : 'gifts'}
        </p>
      )}
    </div>
  )
}

type BannerProps = Omit<GiftBanner, 'key'>

const Banner = memo(function Banner({ name, image, amount, count, loudness, isOwn, isLeaving }: BannerProps) {
  return (
    <li
      className={styles.banner}
      data-loudness={loudness}
      data-own={isOwn || undefined}
      data-leaving={isLeaving || undefined}
    >
      <span className={styles.face}>
        <Avatar name={name} image={image} size={FACE_PX} />
      </span>
      <span className={styles.giver}>{isOwn ? 'You' : name}</span>
      <span className={styles.gift}>
        <SteezeIcon size={14} />
        <b key={amount} className={`num ${styles.amount}`}>
          {amount < MAX_SHOWN ? formatWhole(amount) : formatShort(amount)}
        </b>
        {count > 1 && <span className={`num ${styles.count}`}>×{formatWhole(count)}</span>}
      </span>
    </li>
  )
})

/** Announced even if effects are paused. */
export function LeadChange({
  lead,
  sides,
  isPlaying,
}: {
  lead: ShownLead | null
  sides: readonly [Side, Side]
  isPlaying: boolean
}) {
  return (
    <>
      <p role="status" className="sr-only">
        {lead?.lines.join(' ')}
      </p>
      {lead && isPlaying && (
        <p key={lead.key} className={styles.lead} data-aura={sides[lead.side].accent} data-lead aria-hidden="true">
          <span>{lead.lines[0]}</span>
          <LeadLine line={lead.lines[1]} name={sides[lead.side].name} />
        </p>
      )}
    </>
  )
}

/** Cuts only the name, if anything, so that what it did stays readable. */
function LeadLine({ line, name }: { line: string; name: string }) {
  const [before = '', after] = line.split(name)
  if (after === undefined) return <span>{line}</span>
  return (
    <span className={styles.leadLine}>
      <i>{before}</i>
      <b>{name}</b>
      <i>{after}</i>
    </span>
  )
}
