import type { Rounds } from '@aura/api/calls/battles/rounds'
import { STREAM_RULES } from '@aura/api/rules/streams'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { FieldPicture } from '#aura/canvas/field-picture.ts'
import { type FieldControl, LiveFieldCanvas } from '#aura/canvas/live-field-canvas.tsx'
import type { User } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { GiftButton, useGifting } from '../gifting/gift-buttons.tsx'
import { shareOfPoints } from '../shared/battle-score.ts'
import { type BattleDetail, battleTitle, sidesOf, takesPart } from '../shared/battle-view.ts'
import { fieldPerson } from '../shared/field-person.ts'
import { nameStyle } from '../shared/fitted-name.tsx'
import { useGifts } from '../shared/use-gifts.ts'
import { Afterwards, Payout } from '../showdown/afterwards.tsx'
import { BelowBattle } from '../showdown/below-battle.tsx'
import { endWords } from '../showdown/end/end-words.ts'
import { Flood } from '../showdown/end/flood.tsx'
import { ResultNote } from '../showdown/end/result-note.tsx'
import { useEnd } from '../showdown/end/use-end.ts'
import showdown from '../showdown/showdown.module.css'
import { ShowdownBar } from '../showdown/showdown-bar.tsx'
import { PauseButton } from '../showdown/signs.tsx'
import { OwnStreamButton } from '../streams/own-stream-button.tsx'
import { Streams } from '../streams/streams.tsx'
import { AfterRounds } from './after-rounds.tsx'
import { Cheering } from './cheering.tsx'
import { CurrentRound } from './current-round.tsx'
import { Fighter, layout, useFlares, WINNER } from './fighter.tsx'
import { MissedInBattle } from './missed.tsx'
import { Announcements, Clock, Pips } from './round-progress.tsx'
import { answerText, orderFor, resultText, revealTold, SIDE_KEYS } from './round-words.ts'
import styles from './rounds.module.css'
import { useAnswer } from './use-answer.ts'
import { usePings } from './use-ready.ts'
import { useOwnRecord, useRounds } from './use-rounds.ts'

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
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
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
  const { answer, send } = useAnswer(async (number, choice) => {
    const params = { id: battle.id, number }
    const body = { choice, cheersForId: cheersFor }
    return (await request('POST /api/battles/:id/rounds/:number/answer', { params, body })).choice
  })
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
  const { open, last } = rounds
  const revealed = rounds.phase === 'reveal' && last ? revealTold(last, sides, points) : ''
  const told = justEnded ? words.title.join(' ') : revealed
  const picture: FieldPicture = {
    a: fieldPerson(a, battle.topGifters.challenger),
    b: fieldPerson(b, battle.topGifters.opponent),
    share,
    layout,
  }
  const round = (
    <CurrentRound
      battle={battle}
      rounds={rounds}
      sides={sides}
      own={own}
      answer={answer}
      onAnswer={send}
      viewer={viewer}
    />
  )
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
          {isActive && isMine && !battle.streams && <OwnStreamButton battleId={battle.id} isSmall />}
          {isActive && <PauseButton isPlaying={isPlaying} onChange={setIsPlaying} />}
        </ShowdownBar>
        {([0, 1] as const).map((at) => (
          <Fighter
            key={at}
            side={sides[at]}
            at={at}
            points={points[SIDE_KEYS[at]]}
            streak={rounds.phase === 'over' ? 0 : rounds.streaks[SIDE_KEYS[at]]}
            state={stateText(rounds, SIDE_KEYS[at])}
            isRight={rounds.phase === 'reveal' && rounds.last?.answers[SIDE_KEYS[at]]?.isRight === true}
          />
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
          style={nameStyle(words.title[0], WINNER)}
        >
          <span>{words.title[0]}</span> {words.title[1]}
        </h1>
      )}
      <Pips rounds={rounds} accents={[a.accent, b.accent]} textOf={(result) => resultText(result, sides)} />
      {isShown && (
        <div className={styles.under}>
          {round}
          {isActive && !isMine && viewer && (
            <Cheering sides={sides} own={own} value={cheersFor} onChange={setCheersFor} />
          )}
        </div>
      )}
      {!isActive && (
        <>
          <ResultNote words={words} />
          <div className={styles.payouts}>
            {result.map((side) => (
              <Payout key={side.person.id} battle={battle} side={side} />
            ))}
          </div>
          <AfterRounds battle={battle} sides={result} viewerId={viewer?.id} />
          {viewer && <MissedInBattle battleId={battle.id} />}
          <Afterwards battle={battle} viewerId={viewer?.id} />
          {!isShown && <div className={styles.under}>{round}</div>}
          {viewer && (
            <p className={styles.practise}>
              <Link href={paths.practice} className="text-link">
                Practise rounds
              </Link>{' '}
              whenever you like, with nothing at stake.
            </p>
          )}
        </>
      )}
      {isActive && !isMine && (
        <section className={styles.thanks} aria-label="Say thanks">
          <p>Gifts are thanks here: they go to whom you give them and decide nothing.</p>
          <div>
            {buttons.map((button) => (
              <GiftButton key={button.side.person.id} {...button} isNamed />
            ))}
          </div>
        </section>
      )}
      {isActive && battle.streams && (
        <p className={styles.late}>Their picture may be up to {STREAM_RULES.delaySeconds} s late</p>
      )}
      <Streams battle={battle} sides={sides} viewer={viewer} />
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
      <Announcements rounds={rounds} order={open ? orderFor(open, rounds.own?.side ?? null) : []} told={told} />
      <BelowBattle battle={battle} sides={sides} viewer={viewer} votes={gifts} />
    </main>
  )
}

/** Returns the participant the viewer gifted more, whom they cheer for unless they say otherwise. */
function mostGifted({ ownGifts, challengerId, opponentId }: BattleDetail): string | null {
  if (ownGifts.challenger === ownGifts.opponent) return null
  return ownGifts.challenger > ownGifts.opponent ? challengerId : opponentId
}

function stateText({ phase, open, last }: Rounds, key: (typeof SIDE_KEYS)[number]): string {
  if (phase === 'open' && open) return open.answered[key] ? 'Answered' : 'Thinking'
  if (phase === 'reveal' && last) return last.result === 'interrupted' ? '' : answerText(last.answers[key])
  return ''
}
