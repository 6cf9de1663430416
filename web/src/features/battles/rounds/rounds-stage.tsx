import type { Rounds } from '@aura/api/calls/battles/rounds'
import { ROUND_RULES } from '@aura/api/rules/rounds'
import { auraShape } from '@aura/drawing/aura-shape'
import { Sparkle } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { FieldLayout, FieldPicture } from '#aura/canvas/field-picture.ts'
import { type FieldControl, LiveFieldCanvas } from '#aura/canvas/live-field-canvas.tsx'
import type { User } from '#features/auth'
import { useServerNow } from '#lib/time/server-clock'
import { useOnline } from '#lib/use-online'
import { paths } from '#paths'
import { TickLoader } from '#ui/feedback/tick-loader'
import { buttonClass } from '#ui/forms/button'
import { Segmented } from '#ui/forms/segmented'
import { GiftButton, useGifting } from '../gifting/gift-buttons.tsx'
import { ListFailed } from '../list/battle-list.tsx'
import { shareOfPoints } from '../shared/battle-score.ts'
import { type BattleDetail, battleTitle, type Side, sidesOf, takesPart } from '../shared/battle-view.ts'
import { fieldPerson } from '../shared/field-person.ts'
import { nameStyle } from '../shared/fitted-name.tsx'
import { Gifters } from '../shared/gifters.tsx'
import { useGifts } from '../shared/use-gifts.ts'
import { Username } from '../shared/username.tsx'
import { Afterwards, Payout } from '../showdown/afterwards.tsx'
import { BesideBattle } from '../showdown/beside-battle.tsx'
import { DiscFace } from '../showdown/disc-avatar.tsx'
import { endWords } from '../showdown/end/end-words.ts'
import { Flood } from '../showdown/end/flood.tsx'
import { ResultNote } from '../showdown/end/result-note.tsx'
import { useEnd } from '../showdown/end/use-end.ts'
import showdown from '../showdown/showdown.module.css'
import { ShowdownBar } from '../showdown/showdown-bar.tsx'
import { PauseButton } from '../showdown/signs.tsx'
import { Totals } from '../showdown/totals.tsx'
import { AfterRounds } from './after-rounds.tsx'
import { Missed } from './missed.tsx'
import type { OwnRecord } from './own-record.ts'
import { OpenQuestion, Reveal } from './question.tsx'
import { ReadyPanel } from './ready-panel.tsx'
import { secondsUntil, timeTold } from './round-clock.ts'
import { answerText, orderFor, questionTold, resultText, revealTold, roundName, SIDE_KEYS } from './round-words.ts'
import styles from './rounds.module.css'
import { type SentAnswer, useAnswer } from './use-answer.ts'
import { usePings } from './use-ready.ts'
import { useOwnRecord, useRounds } from './use-rounds.ts'

const PHONE_WIDTH = 896
const PLACES = ['a', 'b'] as const

/** Room of the winner's name in em. */
const TITLE = { weight: 850, wide: { full: 116, roomEm: 8.9 }, phone: { full: 116, roomEm: 9.8 } } as const

/** The stage's discs stand at the same places; see `.disc`. */
const layout: FieldLayout = (width) =>
  width < PHONE_WIDTH
    ? { a: [width * 0.18, 106], b: [width * 0.82, 106], radius: 40, lines: 200, reach: 0.5, weight: 0.8 }
    : { a: [width * 0.22, 176], b: [width * 0.78, 176], radius: 80, lines: 360, reach: 0.9, weight: 0.9 }

interface RoundsScreenProps {
  battle: BattleDetail
  viewer: User | null
  justEnded: boolean
}

/** A started battle that rounds of questions decide. */
export default function RoundsScreen(props: RoundsScreenProps) {
  const { data: rounds, error, isPending, isFetching, refetch } = useRounds(props.battle, props.viewer?.id)
  if (isPending) return <TickLoader text="Loading rounds..." />
  if (!rounds) {
    return (
      <main className="page">
        <ListFailed error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  }
  return <RoundsStage {...props} rounds={rounds} />
}

function RoundsStage({ battle, viewer, justEnded, rounds }: RoundsScreenProps & { rounds: Rounds }) {
  const [isPlaying, setIsPlaying] = useState(true)
  const isActive = battle.status === 'active'
  const [end, skipEnd] = useEnd(battle, { justEnded, isPlaying })
  const isLanding = end === 'hold' || end === 'collapse'
  const isShown = isActive || isLanding
  const sides = sidesOf(isLanding ? { ...battle, winnerId: null } : battle)
  const result = sidesOf(battle)
  const [a, b] = sides
  const points = battle.status === 'completed' && battle.rounds ? battle.rounds.points : rounds.points
  const [cheersFor, setCheersFor] = useState(() => mostGifted(battle))
  const { answer, send } = useAnswer({ battleId: battle.id, cheersForId: cheersFor })
  const own = useOwnRecord(rounds, answer?.state === 'counted' ? answer : null)
  const isMine = takesPart(battle, viewer?.id)
  usePings(battle.id, isMine && isActive && rounds.phase !== 'lobby')
  const gifts = useGifts(battle)
  const { sheet, buttons } = useGifting({ battle, sides, viewerId: viewer?.id, onGiven: () => {} })
  const stage = useRef<HTMLDivElement>(null)
  const field = useRef<FieldControl>(null)
  useFlares(rounds, field)
  const words = endWords(battle, viewer?.id)
  const winner = result.find(({ person }) => person.id === battle.winnerId)
  const share =
    end === 'collapse' || end === 'flood'
      ? winner === result[0]
        ? 0.985
        : 0.015
      : shareOfPoints(points, rounds.bestOf)
  const picture: FieldPicture = {
    a: fieldPerson(a, battle.topGifters.challenger),
    b: fieldPerson(b, battle.topGifters.opponent),
    share,
    layout,
  }
  return (
    <main className={showdown.showdown} data-landing={isLanding || undefined}>
      <div ref={stage} className={styles.stage}>
        <LiveFieldCanvas
          ref={field}
          picture={picture}
          // Nothing moves beside a question that somebody reads.
          isPlaying={isPlaying && isActive && rounds.phase !== 'open'}
          className={styles.field ?? ''}
          sparksClassName={styles.sparks ?? ''}
        />
        <ShowdownBar battle={battle}>
          {isActive && <PauseButton isPlaying={isPlaying} onChange={setIsPlaying} />}
        </ShowdownBar>
        {sides.map((side, at) => (
          <Fighter key={side.person.id} side={side} at={at === 0 ? 0 : 1} rounds={rounds} points={points} />
        ))}
        {isShown && (
          <div className={styles.middle}>
            <h1>{battleTitle(battle)}</h1>
            <Clock rounds={rounds} />
          </div>
        )}
      </div>
      {!isShown && (
        <h1
          className={styles.winner}
          data-aura={words.hasLost ? 'none' : (winner?.accent ?? 'none')}
          style={nameStyle(words.title[0], TITLE)}
        >
          <span>{words.title[0]}</span> {words.title[1]}
        </h1>
      )}
      <Pips rounds={rounds} sides={sides} />
      <div className={styles.under}>
        <Now battle={battle} rounds={rounds} sides={sides} own={own} answer={answer} onAnswer={send} viewer={viewer} />
        {isActive && !isMine && (
          <Crowd
            sides={sides}
            own={own}
            viewer={viewer}
            battleId={battle.id}
            value={cheersFor}
            onChange={setCheersFor}
          />
        )}
      </div>
      {!isActive && (
        <>
          <ResultNote words={words} />
          <div className={styles.payouts}>
            {result.map((side) => (
              <Payout key={side.person.id} battle={battle} side={side} />
            ))}
          </div>
          <AfterRounds battle={battle} sides={result} viewerId={viewer?.id} />
          {viewer && <Missed battleId={battle.id} />}
          <Afterwards battle={battle} viewerId={viewer?.id} />
        </>
      )}
      {isActive && !isMine && (
        <section className={styles.thanks} aria-label="Say thanks">
          <p>Gifts are thanks here: they go to whom you give them and decide nothing.</p>
          <div>
            {buttons.map((button) => (
              <GiftButton key={button.side.person.id} {...button} />
            ))}
          </div>
        </section>
      )}
      {end === 'flood' && winner && (
        <Flood
          winner={winner}
          stage={stage}
          words={words}
          score={[points.challenger, points.opponent].sort((one, other) => other - one).join(' to ')}
          onSkip={skipEnd}
        />
      )}
      {sheet}
      <Announcements rounds={rounds} sides={sides} result={justEnded ? words.title.join(' ') : ''} />
      <div className={showdown.beside}>
        <BesideBattle battle={battle} sides={sides} viewer={viewer} />
      </div>
      <div className={`page ${showdown.lists}`}>
        <Gifters side={a} gifters={battle.topGifters.challenger} />
        <Totals battle={battle} votes={gifts ?? []} />
        <Gifters side={b} gifters={battle.topGifters.opponent} />
      </div>
    </main>
  )
}

/** Returns the participant the viewer gifted more, whom they cheer for unless they say otherwise. */
function mostGifted({ ownGifts, challengerId, opponentId }: BattleDetail): string | null {
  if (ownGifts.challenger === ownGifts.opponent) return null
  return ownGifts.challenger > ownGifts.opponent ? challengerId : opponentId
}

/** Lets a ring flare up when its person's right answer is revealed. */
function useFlares({ phase, last }: Rounds, field: React.RefObject<FieldControl | null>): void {
  const revealed = phase === 'reveal' ? last : null
  const key = revealed?.number
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each round
  useEffect(() => {
    for (const [at, side] of SIDE_KEYS.entries()) {
      if (revealed?.answers[side]?.isRight) field.current?.surge(PLACES[at] ?? 'a')
    }
  }, [key])
}

interface FighterProps {
  side: Side
  at: 0 | 1
  rounds: Rounds
  points: Rounds['points']
}

function Fighter({ side, at, rounds, points }: FighterProps) {
  const key = SIDE_KEYS[at]
  const state = stateText(rounds, key)
  const isRight = rounds.phase === 'reveal' && rounds.last?.answers[key]?.isRight
  return (
    <section
      className={`${styles.fighter} ${styles[PLACES[at]]}`}
      data-aura={side.accent}
      data-lost={side.hasLost || undefined}
      aria-label={side.name}
    >
      <span
        className={styles.disc}
        data-disc={side.person.id}
        data-flare={isRight || undefined}
        style={{ fontStretch: `${auraShape(side.person.id, 0, 0).letterWidth}%` }}
        aria-hidden="true"
      >
        <DiscFace side={side} />
      </span>
      <p className={`num ${styles.points}`} data-score>
        {points[key]}
        <span className="sr-only"> {points[key] === 1 ? 'point' : 'points'}</span>
      </p>
      <div className={styles.name}>
        <Link href={paths.user(side.person.id)}>{side.name}</Link>
        <Username {...side.person} />
      </div>
      <p className={styles.state}>
        {state}
        <Sparks count={rounds.streaks[key]} />
      </p>
    </section>
  )
}

function stateText({ phase, open, last, lobby }: Rounds, key: (typeof SIDE_KEYS)[number]): string {
  if (phase === 'open' && open) return open.answered[key] ? 'Answered' : 'Thinking'
  if (phase === 'reveal' && last) return last.result === 'interrupted' ? '' : answerText(last.answers[key])
  if (phase === 'lobby' && lobby) return lobby.ready[key] ? 'Ready' : 'Not ready yet'
  return ''
}

const MAX_SPARKS = 5

/** Right answers in a row, from two on. */
function Sparks({ count }: { count: number }) {
  if (count < 2) return null
  return (
    <span className={styles.streak}>
      {Array.from({ length: Math.min(count, MAX_SPARKS) }, (_, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <Sparkle key={nr} size={14} strokeWidth={2} aria-hidden="true" />
      ))}
      <span className="sr-only">{count} right in a row</span>
    </span>
  )
}

/** The server's time, which everybody reads alike. */
function Clock({ rounds }: { rounds: Rounds }) {
  const { phase, open, next } = rounds
  const nowMs = useServerNow(phase === 'over' ? null : 200)
  if (phase === 'open' && open) {
    const leftS = Math.min(ROUND_RULES.answerSeconds, secondsUntil(open.closesAt, nowMs))
    return (
      <>
        <p className={`num ${styles.seconds}`} role="timer" aria-live="off" data-late={leftS <= 5 || undefined}>
          {leftS}
          <span className="sr-only"> seconds left</span>
        </p>
        <p className={styles.of}>{roundName(open, rounds)}</p>
      </>
    )
  }
  if (next) {
    const name = roundName(next, rounds)
    return (
      <>
        <p className={`num ${styles.seconds}`} role="timer" aria-live="off">
          {secondsUntil(next.opensAt, nowMs)}
          <span className="sr-only"> seconds until it opens</span>
        </p>
        <p className={styles.of}>{name} next</p>
      </>
    )
  }
  return null
}

function Pips({ rounds, sides }: { rounds: Rounds; sides: readonly [Side, Side] }) {
  const { results, bestOf, phase } = rounds
  const counted = results.filter(({ result }) => result !== 'interrupted')
  if (counted.length === 0 && phase !== 'countdown' && phase !== 'open') return null
  const empty = phase === 'over' ? 0 : Math.max(0, bestOf - counted.length)
  return (
    <ol className={styles.pips} aria-label="Rounds so far">
      {counted.map((round) => (
        <li
          key={round.number}
          data-result={round.result}
          data-aura={
            round.result === 'challenger' ? sides[0].accent : round.result === 'opponent' ? sides[1].accent : 'none'
          }
        >
          <span className="sr-only">{resultText(round.result, sides)}</span>
          {round.result === 'shared' && (
            <>
              <i data-aura={sides[0].accent} />
              <i data-aura={sides[1].accent} />
            </>
          )}
        </li>
      ))}
      {Array.from({ length: empty }, (_, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <li key={`open ${nr}`} aria-hidden="true" />
      ))}
    </ol>
  )
}

interface NowProps {
  battle: BattleDetail
  rounds: Rounds
  sides: readonly [Side, Side]
  own: OwnRecord
  answer: SentAnswer | null
  onAnswer: (number: number, choice: readonly number[], closesAt: string) => void
  viewer: User | null
}

function Now({ battle, rounds, sides, own, answer, onAnswer, viewer }: NowProps) {
  const { phase, open, last, next } = rounds
  const side = rounds.own?.side ?? null
  const isOnline = useOnline()
  if (phase === 'lobby') return <ReadyPanel battle={battle} rounds={rounds} />
  if (phase === 'open' && open) {
    const sent = answer?.number === open.number ? answer : null
    const choice = own.choice?.number === open.number ? own.choice.choice : (sent?.choice ?? null)
    const isTaken = side !== null && open.answered[side]
    return (
      <>
        <OpenQuestion
          key={open.number}
          name={roundName(open, rounds)}
          round={open}
          order={orderFor(open, side)}
          choice={choice}
          onAnswer={viewer && !isTaken ? (picked) => onAnswer(open.number, picked, open.closesAt) : undefined}
        />
        <p className={styles.note} role="status">
          {noteText({ sent, isTaken, isCounted: choice !== null, isOnline, isPlayer: side !== null })}
        </p>
        {!viewer && (
          <Link href={paths.join(paths.battle(battle.id))} className={buttonClass('secondary', 48)}>
            Join to answer along
          </Link>
        )}
      </>
    )
  }
  if (last) {
    return (
      <Reveal
        key={last.number}
        name={roundName(last, rounds)}
        round={last}
        order={orderFor(last, side)}
        choice={own.choice?.number === last.number ? own.choice.choice : null}
        sides={sides}
      />
    )
  }
  if (next) {
    return (
      <p className={styles.sealed}>
        Both are ready. The first question is sealed: its fingerprint is <code>{next.commitment.slice(0, 12)}</code>,
        and the receipt opens it.
      </p>
    )
  }
  return <p className={styles.sealed}>{outcomeText(battle, rounds, sides)}</p>
}

function outcomeText(battle: BattleDetail, { outcome }: Rounds, sides: readonly [Side, Side]): string {
  if (outcome?.endedBy === 'walkover') {
    const absent = sides.find(({ person }) => person.id !== battle.winnerId)
    return `${absent?.name} wasn’t ready in time. No question was asked.`
  }
  return battle.cancelReason ?? ''
}

interface Note {
  sent: SentAnswer | null
  isTaken: boolean
  isCounted: boolean
  isOnline: boolean
  isPlayer: boolean
}

function noteText({ sent, isTaken, isCounted, isOnline, isPlayer }: Note): string {
  if (sent?.state === 'late') return 'Too late: the round was closed.'
  if (sent?.state === 'refused') return 'Your answer didn’t count.'
  if (sent?.state === 'retrying') return 'The server isn’t responding. Sending again...'
  if (sent?.state === 'sending') return 'Sending...'
  if (isCounted) return isPlayer ? 'Your answer is sealed until the round closes.' : 'Your answer is in.'
  if (isTaken) return 'You answered in another tab or on another device.'
  return isOnline ? '' : 'You’re offline. Answer anyway: it’s sent once you’re back.'
}

interface CrowdProps {
  sides: readonly [Side, Side]
  own: OwnRecord
  viewer: User | null
  battleId: string
  value: string | null
  onChange: (id: string | null) => void
}

const NEITHER = 'neither'

function Crowd({ sides, own, viewer, value, onChange }: CrowdProps) {
  if (!viewer) return null
  return (
    <section className={styles.cheering} aria-label="You in the crowd">
      <Segmented
        label="You cheer for"
        items={[...sides.map(({ person, name }) => ({ value: person.id, name })), { value: NEITHER, name: 'Neither' }]}
        value={value ?? NEITHER}
        onChange={(id) => onChange(id === NEITHER ? null : id)}
      />
      <p>
        {own.answered > 0 ? (
          <>
            You: <b className="num">{own.right}</b> of {own.answered} right <Sparks count={own.streak} />
          </>
        ) : (
          'Answer along: free, and it changes nothing in the battle.'
        )}
      </p>
    </section>
  )
}

/** Says each question once, the time twice, and each result. */
function Announcements({ rounds, sides, result }: { rounds: Rounds; sides: readonly [Side, Side]; result: string }) {
  const { phase, open, last, points } = rounds
  const side = rounds.own?.side ?? null
  const isOpen = phase === 'open' && open !== null
  const nowMs = useServerNow(isOpen ? 500 : null)
  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && questionTold(roundName(open, rounds), open, orderFor(open, side))}
      </p>
      <p role="status" className="sr-only">
        {isOpen && timeTold(secondsUntil(open.closesAt, nowMs))}
      </p>
      <p role="status" className="sr-only">
        {phase === 'reveal' && last && revealTold(last, sides, points)}
        {result}
      </p>
    </>
  )
}
