import type { Practice } from '@aura/api/calls/battles/practice'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'wouter'
import type { FieldPicture } from '#aura/canvas/field-picture.ts'
import { type FieldControl, LiveFieldCanvas } from '#aura/canvas/live-field-canvas.tsx'
import { request } from '#lib/api'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { toastFailure } from '#lib/toast-failure'
import { useOnline } from '#lib/use-online'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Button, buttonClass } from '#ui/forms/button'
import { Fighter, layout, useFlares, WINNER } from '../rounds/fighter.tsx'
import { Missed } from '../rounds/missed.tsx'
import { OpenQuestion, Reveal } from '../rounds/question.tsx'
import { Announcements, Clock, Pips } from '../rounds/round-progress.tsx'
import { answerNote, roundName, SIDE_KEYS } from '../rounds/round-words.ts'
import rounds from '../rounds/rounds.module.css'
import { useAnswer } from '../rounds/use-answer.ts'
import { usePingsBy } from '../rounds/use-ready.ts'
import { shareOfPoints } from '../shared/battle-score.ts'
import type { Side } from '../shared/battle-view.ts'
import { errorTexts } from '../shared/error-texts.ts'
import { fieldPerson } from '../shared/field-person.ts'
import { nameStyle } from '../shared/fitted-name.tsx'
import showdown from '../showdown/showdown.module.css'
import { PauseButton } from '../showdown/signs.tsx'
import styles from './practice.module.css'
import {
  nextPractice,
  otherState,
  ownState,
  practiceResultText,
  practiceSides,
  practiceTitle,
  practiceTold,
} from './practice-words.ts'
import { partnersRead, usePractice, useStart } from './use-practice.ts'

/** A practice that runs or is over. */
export function PracticeRun({ id }: { id: string }) {
  const { data: practice, error, isPending, isFetching, refetch, show } = usePractice(id)
  if (isPending) return <TickLoader text="Loading practice..." />
  if (practice) return <PracticeStage practice={practice} isUnread={error !== null} onPractice={show} />
  const code = errorCode(error)
  return (
    <main className="page">
      {code === 'PRACTICE_NOT_FOUND' || code === 'INVALID_REQUEST' ? (
        <EmptyState
          title="No practice here"
          action={
            <Link href={paths.practice} className={buttonClass('primary', 48)}>
              Practise rounds
            </Link>
          }
        >
          It was deleted, or it is someone else’s.
        </EmptyState>
      ) : (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

interface PracticeStageProps {
  practice: Practice
  /** Whether the newest read failed. */
  isUnread: boolean
  onPractice: (practice: Practice) => Promise<void>
}

function PracticeStage({ practice, isUnread, onPractice }: PracticeStageProps) {
  const { id, phase, points, streaks, last, open, against } = practice
  const [isPlaying, setIsPlaying] = useState(true)
  const isOver = phase === 'over'
  const sides = practiceSides(practice)
  const [a, b] = sides
  const params = { id }
  usePingsBy((token) => request('POST /api/practice/:id/ping', { params, body: { token } }), !isOver)
  const stop = useWrite({
    send: () => request('POST /api/practice/:id/stop', { params }),
    onSuccess: onPractice,
    onError: (error) => toastFailure(error, errorTexts.stopPractice),
  })
  const field = useRef<FieldControl>(null)
  useFlares(practice, field)
  const picture: FieldPicture = {
    a: fieldPerson(a),
    b: fieldPerson(b),
    share: against === 'nobody' ? 0.5 : shareOfPoints(points, practice.bestOf),
    layout,
  }
  const isRevealed = phase === 'reveal' && last !== null
  const title = practiceTitle(practice, sides)
  const order = open ? open.question.options.map((_, index) => index) : []
  return (
    <main className={showdown.showdown}>
      <div className={rounds.stage}>
        <LiveFieldCanvas
          ref={field}
          picture={picture}
          // Nothing moves beside a question that somebody reads.
          isPlaying={isPlaying && !isOver && phase !== 'open'}
          className={rounds.field ?? ''}
          sparksClassName={rounds.sparks ?? ''}
        />
        <div className={showdown.bar}>
          <Link href={paths.practice} className={showdown.back}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
            <span>Practice</span>
          </Link>
          <div className={showdown.state}>
            {!isOver && <PauseButton isPlaying={isPlaying} onChange={setIsPlaying} />}
            {!isOver && (
              <Button kind="secondary" size={40} busy={stop.isPending && 'Stopping...'} onClick={() => stop.mutate()}>
                Stop
              </Button>
            )}
          </div>
        </div>
        {([0, 1] as const).map((at) => (
          <Fighter
            key={at}
            side={sides[at]}
            at={at}
            points={at === 1 && against === 'nobody' ? null : points[SIDE_KEYS[at]]}
            streak={isOver ? 0 : streaks[SIDE_KEYS[at]]}
            state={at === 0 ? ownState(practice) : otherState(practice)}
            isRight={isRevealed && last.answers[SIDE_KEYS[at]]?.isRight === true}
          />
        ))}
        {!isOver && (
          <div className={rounds.middle}>
            <h1>Practice</h1>
            <Clock rounds={practice} />
          </div>
        )}
      </div>
      {isOver && (
        <Result title={title} other={b.name} aura={practice.outcome?.winner === 'challenger' ? a.accent : 'none'} />
      )}
      <Pips
        rounds={practice}
        accents={[a.accent, b.accent]}
        textOf={(result) => practiceResultText(practice, result, sides)}
      />
      <div className={rounds.under}>
        <Current practice={practice} sides={sides} isUnread={isUnread} onPractice={onPractice} />
      </div>
      {isOver && <After practice={practice} />}
      <Announcements rounds={practice} order={order} told={isRevealed ? practiceTold(practice, last, sides) : title} />
    </main>
  )
}

/** Puts the opponent's name on its own line. */
function Result({ title, other, aura }: { title: string; other: string; aura: string }) {
  const first = title.startsWith(`${other} `) ? other : title
  return (
    <h1 className={rounds.winner} data-aura={aura} style={nameStyle(first, WINNER)}>
      <span>{first}</span>
      {title.slice(first.length)}
    </h1>
  )
}

interface CurrentProps {
  practice: Practice
  sides: readonly [Side, Side]
  isUnread: boolean
  onPractice: (practice: Practice) => Promise<void>
}

function Current({ practice, sides, isUnread, onPractice }: CurrentProps) {
  const { id, phase, open, last, against } = practice
  const isOnline = useOnline()
  const { answer, send } = useAnswer(async (number, choice) => {
    const counted = await request('POST /api/practice/:id/rounds/:number/answer', {
      params: { id, number },
      body: { choice },
    })
    await onPractice(counted.practice)
    return counted.choice
  })
  if (phase === 'open' && open) {
    const sent = answer?.number === open.number ? answer : null
    return (
      <>
        <OpenQuestion
          key={open.number}
          name={roundName(open, practice)}
          round={open}
          order={open.question.options.map((_, index) => index)}
          choice={sent?.choice ?? null}
          onAnswer={(choice) => void send(open.number, choice, open.closesAt)}
        />
        <p className={rounds.note} role="status">
          {answerNote({ sent, isTaken: false, counted: sent?.state === 'counted' && 'Your answer is in.', isOnline })}
        </p>
      </>
    )
  }
  if (last) {
    return (
      <>
        <Reveal
          key={last.number}
          name={roundName(last, practice)}
          verdict={practiceResultText(practice, last.result, sides)}
          round={last}
          order={last.question.options.map((_, index) => index)}
          choice={last.answers.challenger?.choice ?? null}
        >
          {last.isReplaced && (
            <p className={styles.fine}>
              {against === 'self'
                ? 'You answered another question then, which can’t be asked now.'
                : `${sides[1].name} answered another question, which you can’t be asked now.`}
            </p>
          )}
        </Reveal>
        {isUnread && (
          <p className={rounds.note} role="status">
            The server isn’t responding. Trying again...
          </p>
        )}
      </>
    )
  }
  if (phase === 'over') return null
  return <p className={rounds.sealed}>{COUNTDOWN_TEXTS[against]}</p>
}

const COUNTDOWN_TEXTS: Record<Practice['against'], string> = {
  nobody: 'Your answers set a mark. Next time you can play against it.',
  self: 'The same questions as before, in a new order. Right beats wrong, then the faster one.',
  creator: 'They answered these in a battle. Right beats wrong, then the faster one.',
}

/** What was missed, and what to do next. */
function After({ practice }: { practice: Practice }) {
  const { id, against, missed } = practice
  const isAlone = against === 'nobody'
  // Questions that weren't answered are no mark.
  const own = useQuery({ ...partnersRead, staleTime: 0 })
  const next = nextPractice(practice, own.data?.ownQuestions ?? 0)
  const again = useStart()
  return (
    <>
      <Missed missed={missed} send={() => request('POST /api/practice/:id/missed', { params: { id } })} />
      <div className={showdown.afterwards}>
        <Button
          size={48}
          busy={again.isPending && 'Starting...'}
          disabled={isAlone && own.isFetching}
          onClick={() => again.mutate(next)}
        >
          <RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />
          {isAlone && next.against === 'self' ? 'Play against this' : 'Again'}
        </Button>
        <Link href={paths.practice} className={buttonClass('secondary', 48)}>
          Practise something else
        </Link>
        <Link href={paths.battles} className={buttonClass('secondary', 48)}>
          Battles
        </Link>
      </div>
    </>
  )
}
