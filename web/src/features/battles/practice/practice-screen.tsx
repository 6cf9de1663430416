import type { Answer } from '@aura/api/calls'
import type { PracticePartner } from '@aura/api/calls/battles/practice'
import { type BestOf, ROUND_RULES } from '@aura/api/rules/rounds'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { Avatar } from '#aura/avatar.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useOnline } from '#lib/use-online'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { Button, buttonClass } from '#ui/forms/button'
import radio from '../../../ui/forms/radio-list.module.css'
import { BestOfQuestions } from '../challenge/decided-by.tsx'
import styles from './practice.module.css'
import { practiceOf } from './practice-paths.ts'
import { PracticeRun } from './practice-stage.tsx'
import { longestWithin } from './practice-words.ts'
import { partnersRead, useStart } from './use-practice.ts'

const [FEWEST] = ROUND_RULES.bestOf
const SELF = 'self'
const AVATAR_PX = 40

/** A practice, or the choice of one. */
export default function PracticeScreen() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('id')
  return id ? <PracticeRun key={id} id={id} /> : <PracticeFor asked={query.get('against')?.toLowerCase() ?? null} />
}

/** Chooses against whose recorded answers to practise. `asked`: the creator whose profile led here. */
function PracticeFor({ asked }: { asked: string | null }) {
  const list = useQuery({ ...partnersRead, staleTime: 0 })
  const one = useQuery({
    ...read('GET /api/users/:id/practice', { id: asked ?? '' }),
    enabled: asked !== null,
    staleTime: 0,
  })
  if (list.isPending || (asked !== null && one.isPending)) return <TickLoader text="Loading practice..." />
  const failed = [list, one].find(({ data, error }) => error && !data)
  if (failed || !list.data) {
    const { error, isFetching, refetch } = failed ?? list
    return (
      <main className="page">
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  }
  return (
    <PracticeForm
      {...list.data}
      asked={one.data?.partner ?? null}
      isRefused={asked !== null && one.data?.partner === null}
    />
  )
}

type PracticeFormProps = Answer<'GET /api/practice'> & {
  /** The creator whose profile led here. */
  asked: PracticePartner | null
  isRefused: boolean
}

function PracticeForm({ openId, ownQuestions, partners, asked, isRefused }: PracticeFormProps) {
  const group = useId()
  const user = useCurrentUser()
  const isOnline = useOnline()
  const hasMark = ownQuestions >= FEWEST
  const [chosen, setChosen] = useState(asked?.id ?? SELF)
  const [bestOf, setBestOf] = useState<BestOf>(ROUND_RULES.defaultBestOf)
  const start = useStart()
  const others = asked ? [asked, ...partners.filter(({ id }) => id !== asked.id)] : partners
  const creator = others.find(({ id }) => id === chosen)
  const questions = creator?.questions ?? (hasMark ? ownQuestions : Number.POSITIVE_INFINITY)
  // As many questions as there are recorded answers, at most.
  const possible = longestWithin(bestOf, questions) ?? FEWEST
  const against = creator ? 'creator' : hasMark ? 'self' : 'nobody'
  return (
    <main className={`page ${styles.screen}`}>
      <Link href={paths.battles} className={styles.back}>
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        Battles
      </Link>
      <h1 className="h1">Practise rounds</h1>
      <p className={styles.lead}>
        The questions and the clock of a battle, against answers that are recorded. Nothing is at stake and nothing
        counts: no AP, no rank, no review.
      </p>
      {openId ? (
        <p className={styles.open}>
          <span>Your practice is still running.</span>
          <Link href={practiceOf(openId)} className={buttonClass('primary', 40)}>
            Continue
          </Link>
        </p>
      ) : (
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            start.mutate({ bestOf: possible, against, opponentId: creator?.id })
          }}
        >
          <fieldset className={styles.against}>
            <legend>Against</legend>
            <Choice
              group={group}
              isChosen={!creator}
              onChoose={() => setChosen(SELF)}
              name={hasMark ? 'Your earlier answers' : 'Nobody yet'}
              note={
                hasMark
                  ? `${ownQuestions} answers, from practice and battles`
                  : 'Play alone first: your answers set a mark to play against.'
              }
              image={user.profileImageUrl}
              face={user.username}
            />
            {others.map(({ id, username, profileImageUrl, questions }) => (
              <Choice
                key={id}
                group={group}
                isChosen={chosen === id}
                onChoose={() => setChosen(id)}
                name={username}
                note={`${questions} recorded answers`}
                image={profileImageUrl}
                face={username}
              />
            ))}
          </fieldset>
          {isRefused && <p className={styles.fine}>That creator doesn’t let others practise against them now.</p>}
          {others.length === 0 && (
            <p className={styles.fine}>
              No creator lets others practise against them yet. You can allow it in Settings.
            </p>
          )}
          <BestOfQuestions form={{ bestOf: possible }} onChange={(changes) => setBestOf(changes.bestOf ?? bestOf)} />
          {possible < bestOf && (
            <p className={styles.fine} role="status">
              There are only {questions} answers, so it is the best of {possible}.
            </p>
          )}
          <div className={styles.start}>
            <Button type="submit" size={56} busy={start.isPending && 'Starting...'}>
              Start
            </Button>
            <p role="status">{isOnline ? '' : 'You’re offline. It starts once you’re back.'}</p>
          </div>
        </form>
      )}
    </main>
  )
}

interface ChoiceProps {
  group: string
  isChosen: boolean
  onChoose: () => void
  name: string
  note: string
  image: string | null
  face: string
}

function Choice({ group, isChosen, onChoose, name, note, image, face }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" className={radio.dot} name={group} checked={isChosen} onChange={onChoose} />
      <span className={styles.face} aria-hidden="true">
        <Avatar name={face} image={image} size={AVATAR_PX} />
      </span>
      <span>
        <b>{name}</b>
        <small>{note}</small>
      </span>
    </label>
  )
}
