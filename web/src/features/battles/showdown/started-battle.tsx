import { formatWhole } from '@aura/api/money'
import { type CSSProperties, lazy, Suspense, useRef, useState } from 'react'
import { type FieldLayout, type FieldPicture, shareOf } from '#aura/canvas/field-picture.ts'
import { type FieldControl, LiveFieldCanvas } from '#aura/canvas/live-field-canvas.tsx'
import type { User } from '#features/auth'
import { useIsPainted } from '#lib/after-paint'
import { GiftButton, Goal, useGifting } from '../gifting/gift-buttons.tsx'
import type { GivenGift } from '../gifting/use-gift.ts'
import { type BattleDetail, battleTitle, type Side, sidesOf, takesPart } from '../shared/battle-view.ts'
import { fieldPerson } from '../shared/field-person.ts'
import { nameStyle } from '../shared/fitted-name.tsx'
import { Recruit } from '../shared/recruit.tsx'
import { useGifts } from '../shared/use-gifts.ts'
import { OwnStreamButton } from '../streams/own-stream-button.tsx'
import { Streams } from '../streams/streams.tsx'
import { Afterwards, Payout } from './afterwards.tsx'
import { BelowBattle } from './below-battle.tsx'
import { Clock } from './clock.tsx'
import { type EndWords, endWords } from './end/end-words.ts'
import { Flood } from './end/flood.tsx'
import { ResultNote } from './end/result-note.tsx'
import { useEnd } from './end/use-end.ts'
import { FinalMinute } from './final/final-minute.tsx'
import { Radar } from './radar.tsx'
import { ScoreAnnouncer } from './score-announcer.tsx'
import styles from './showdown.module.css'
import { ShowdownBar } from './showdown-bar.tsx'
import { Disc, Panel } from './side-panel.tsx'
import { PauseButton, Signs, useSigns } from './signs.tsx'

// A battle is worth watching without them.
const GiftMoments = lazy(() => import('./gifts/gift-moments.tsx').catch(() => ({ default: () => null })))

const PHONE_WIDTH = 896
const PLACES = ['a', 'b'] as const
const MAX_SCROLLED = 140
/** Room of the winner's name in em. */
const TITLE = { weight: 850, wide: { full: 116, roomEm: 8.9 }, phone: { full: 116, roomEm: 9.8 } } as const

const layout: FieldLayout = (width, height) =>
  width < PHONE_WIDTH
    ? {
        a: [width * 0.26, height * 0.26],
        b: [width * 0.74, height * 0.74],
        radius: 58,
        lines: 300,
        reach: 0.6,
        weight: 0.8,
      }
    : {
        a: [width * 0.25, height * 0.43],
        b: [width * 0.75, height * 0.43],
        radius: 96,
        lines: 430,
        reach: 1,
        weight: 1,
      }

/** Beside streams, so that scores, clock and gifts stay on the first screen; see `[data-low]` in the styles. */
const lowLayout: FieldLayout = (width, height) => {
  if (width < PHONE_WIDTH) {
    return { a: [width * 0.16, 38], b: [width * 0.84, 38], radius: 32, lines: 200, reach: 0.5, weight: 0.8 }
  }
  const apart = Math.min(width * 0.17, 248)
  const y = height * 0.65
  return { a: [width / 2 - apart, y], b: [width / 2 + apart, y], radius: 58, lines: 360, reach: 0.9, weight: 0.9 }
}

interface StartedBattleProps {
  battle: BattleDetail
  viewer: User | null
  isFresh: boolean
  justEnded: boolean
}

/** Share while the front collapses, short of 1 so that the loser's disc keeps its lines. */
const COLLAPSED = 0.985

export function StartedBattle({ battle, viewer, isFresh, justEnded }: StartedBattleProps) {
  const isActive = battle.status === 'active'
  const isLow = battle.streams !== undefined
  const [isPlaying, setIsPlaying] = useState(true)
  const [phase, skipEnd] = useEnd(battle, { justEnded, isPlaying })
  const isLanding = phase === 'hold' || phase === 'collapse'
  const result = sidesOf(battle)
  const sides = isLanding ? sidesOf({ ...battle, winnerId: null }) : result
  const [a, b] = sides
  const share = shareOf(a.steeze, b.steeze)
  const winnersShare = battle.winnerId === a.person.id ? COLLAPSED : 1 - COLLAPSED
  const picture: FieldPicture = {
    a: fieldPerson(a, battle.topGifters.challenger),
    b: fieldPerson(b, battle.topGifters.opponent),
    share: phase === 'collapse' || phase === 'flood' ? winnersShare : share,
    layout: isLow ? lowLayout : layout,
  }
  const words = endWords(battle, viewer?.id)
  const winner = sides.find(({ person }) => person.id === battle.winnerId)
  const stage = useRef<HTMLDivElement>(null)
  const front = useRef<HTMLSpanElement>(null)
  const field = useRef<FieldControl>(null)
  const gifts = useGifts(battle)
  const { signs, tap } = useSigns(gifts, { battle, isFresh, sides, isPlaying, isLow })
  const canTap = isActive && viewer !== null
  const hearOwn = useRef((_: GivenGift) => {})
  const { sheet, pending, openSide, buttons } = useGifting({
    battle,
    sides,
    viewerId: viewer?.id,
    onGiven: (gift) => hearOwn.current(gift),
  })
  const lit = scrollY <= MAX_SCROLLED ? PLACES[openSide] : undefined
  const panel = { isActive, pending, isLow }
  const isMine = takesPart(battle, viewer?.id)
  const isPainted = useIsPainted()
  const [giftA, giftB] = buttons.map((button, at) =>
    isMine ? (
      <div
        key={button.side.person.id}
        className={button.isMe ? styles.recruit : styles.rival}
        data-aura={button.side.accent}
      >
        <Goal {...button} />
        {button.isMe && <Recruit battle={battle} viewerId={button.side.person.id} showsTimeLeft />}
      </div>
    ) : (
      <div key={button.side.person.id} className={at === 0 ? styles.giftA : styles.giftB}>
        <GiftButton {...button} />
      </div>
    ),
  )
  return (
    <main className={styles.showdown} data-landing={isLanding || undefined} data-low={isLow || undefined}>
      <Streams battle={battle} sides={sides} viewer={viewer} />
      <div ref={stage} className={styles.stage} style={{ '--under-bar': `${isLow ? 0 : scrollY}px` } as CSSProperties}>
        {isActive && <FinalMinute endsAt={battle.endsAt} isFresh={isFresh} isPlaying={isPlaying} />}
        <LiveFieldCanvas
          key={isLow ? 'low' : 'high'}
          ref={field}
          picture={picture}
          isPlaying={isPlaying && isActive}
          className={styles.field ?? ''}
          sparksClassName={styles.sparks ?? ''}
          litClassName={lit && styles[`lit-${lit}`]}
          front={front}
        />
        <ShowdownBar battle={battle}>
          {isActive && isMine && !battle.streams && <OwnStreamButton battleId={battle.id} isSmall />}
          {isActive && <PauseButton isPlaying={isPlaying} onChange={setIsPlaying} />}
        </ShowdownBar>
        <Signs signs={signs} sides={sides} />
        <Middle battle={battle} words={words} winner={winner} isLanding={isLanding} />
        <Disc side={a} place="a" isStarted={lit === 'a'} onTap={canTap ? () => tap(0) : undefined} />
        <Disc side={b} place="b" isStarted={lit === 'b'} onTap={canTap ? () => tap(1) : undefined} />
        <Panel {...panel} side={a} share={share} place="a" isStarted={lit === 'a'} />
        <Panel {...panel} side={b} share={1 - share} place="b" isStarted={lit === 'b'} />
        <div className={styles.frontFrame} aria-hidden="true">
          <span ref={front} className={styles.front}>
            <i />
          </span>
        </div>
        {isActive && isPainted && (
          <Suspense>
            <GiftMoments
              {...{ battle, isFresh, sides, viewer, pending, isPlaying, field, isLow, hearOwn }}
              votes={gifts}
            />
          </Suspense>
        )}
      </div>
      <div className={styles.under}>
        {isActive ? giftA : <Payout battle={battle} side={result[0]} />}
        <Radar sides={sides} share={share} title={isActive ? 'Live Aura Radar' : 'Final share'} />
        {isActive ? giftB : <Payout battle={battle} side={result[1]} />}
      </div>
      {!isActive && <ResultNote words={words} />}
      {!isActive && <Afterwards battle={battle} viewerId={viewer?.id} />}
      {phase === 'flood' && winner && (
        <Flood
          winner={winner}
          stage={stage}
          words={words}
          score={`${formatWhole(winner.steeze)} to ${formatWhole(battle.totalVotes - winner.steeze)}`}
          onSkip={skipEnd}
        />
      )}
      {sheet}
      <p role="status" className="sr-only">
        {justEnded && words.title.join(' ')}
      </p>
      <ScoreAnnouncer sides={sides} isActive={isActive} />
      <BelowBattle battle={battle} sides={sides} viewer={viewer} votes={gifts} />
    </main>
  )
}

interface MiddleProps {
  battle: BattleDetail
  words: EndWords
  winner: Side | undefined
  isLanding: boolean
}

function Middle({ battle, words, winner, isLanding }: MiddleProps) {
  if (battle.status === 'active' || isLanding) return <Clock battle={battle} />
  const [first, second] = words.title
  return (
    <div className={styles.winner} data-aura={words.hasLost ? 'none' : (winner?.accent ?? 'none')}>
      <p>{battleTitle(battle)}</p>
      <h1 style={nameStyle(first, TITLE)}>
        <span className={styles.winnerName}>{first}</span> <span className={styles.wins}>{second}</span>
      </h1>
    </div>
  )
}
