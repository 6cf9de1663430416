import type { Lab } from '@aura/api/calls/lessons/lab'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { browserStore } from '#lib/browser-storage'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'
import { EndedRun } from './ended-run.tsx'
import styles from './lab.module.css'
import { LabForm } from './lab-form.tsx'
import { Lines } from './lab-lines.tsx'
import { inputOf, MovePrompt, RequestPrompt } from './lab-prompt.tsx'
import type { ReadyLab } from './lab-run.ts'
import { statusOf } from './lab-status.ts'
import type { LabView } from './lab-view.ts'
import { beginNextAttempt, forgetRun, readAttempt } from './saved-run.ts'
import { useLab } from './use-lab.ts'

interface LessonLabProps {
  lessonId: string
  onDone?: () => void
  /** Whether the lab was done before and is played again. */
  isReplay?: boolean
}

const readLab = (id: string, attempt: number) =>
  read('GET /api/lessons/:id/lab', { id }, attempt === 0 ? undefined : { attempt: `${attempt}` })

/** A lesson's lab. Runs in the browser, also offline; done once the server has replayed a run that solves it. */
export default function LessonLab({ lessonId, onDone, isReplay = false }: LessonLabProps) {
  const client = useQueryClient()
  const player = { userId: useCurrentUser().id, lessonId }
  const [attempt, setAttempt] = useState(() => readAttempt(browserStore, player))
  const { data: lab, error, refetch } = useQuery(readLab(lessonId, attempt))
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    if (lab?.done) done.current?.()
  }, [lab?.done])
  const openNext = async () => {
    const open = (number: number) => client.fetchQuery({ ...readLab(lessonId, number), staleTime: 0 })
    const next = await beginNextAttempt(browserStore, { ...player, attempt, open })
    if (next !== undefined) setAttempt(next)
    return next !== undefined
  }
  if (lab) {
    return (
      <OpenLab lab={lab} onNextAttempt={openNext}>
        {({ view, transcript, startOver }) =>
          view.verdict.state === 'trapped' ? (
            <Notice tone="warn" title="That went wrong" action={<Button onClick={startOver}>Start Over</Button>}>
              {view.verdict.text}
            </Notice>
          ) : (
            <>
              <Solved
                lessonId={lessonId}
                lab={lab}
                attempt={attempt}
                view={view}
                transcript={transcript}
                onStartOver={startOver}
              />
              {isReplay && (
                <Button kind="secondary" onClick={startOver}>
                  Play Again
                </Button>
              )}
            </>
          )
        }
      </OpenLab>
    )
  }
  if (!error) return <p className={styles.waiting}>Opening the lab…</p>
  return (
    <Notice
      tone="danger"
      title={errorText(error, errorTexts.lab).title}
      action={<Button onClick={() => void refetch()}>Try Again</Button>}
    >
      {errorText(error, errorTexts.lab).description}
    </Notice>
  )
}

interface OpenLabProps {
  lab: Lab
  /** Returns whether the next attempt was opened. Without it, starting over keeps the numbers. */
  onNextAttempt?: () => Promise<boolean>
  /** Shows a run that has ended. */
  children: (run: { view: LabView; transcript: string; startOver: () => void }) => ReactNode
}

export function OpenLab({ lab, onNextAttempt, children }: OpenLabProps) {
  const play = useLab(lab)
  const { progress, resume, startOver: startAgain } = play
  const startOver = async () => {
    if (await onNextAttempt?.()) forgetRun(browserStore, lab.seed)
    else startAgain()
  }
  const status = useRef<HTMLParagraphElement>(null)
  const shown =
    progress.state === 'ready' ? `${progress.transcript} ${progress.isUsedUp} ${progress.isDismissed}` : null
  const isAsked = progress.state === 'ready' && progress.asked !== null
  const opened = useRef<string>(null)
  // Before the paint, because the focus may scroll: a press must meet what is seen.
  useLayoutEffect(() => {
    // The pressed button may be gone, and the focus with it.
    if (shown && opened.current && !isAsked) status.current?.focus()
    opened.current = shown
  }, [shown, isAsked])
  if (progress.state === 'loading') return <p className={styles.waiting}>Starting a chain of your own…</p>
  if (progress.state === 'failed') {
    return (
      <Notice tone="danger" title="The lab didn’t start" action={<Button onClick={resume}>Try Again</Button>}>
        Your browser couldn’t load it. Check your connection.
      </Notice>
    )
  }
  const { view, before, isBusy, isUsedUp, asked, isDismissed } = progress
  const isOpen = view.verdict.state === 'open' && !isUsedUp
  return (
    <div className={styles.lab} aria-busy={isBusy}>
      <p className={styles.goal}>
        <b>Your goal.</b> {view.goal}
      </p>
      {view.messages.map(({ from, text }) => (
        <blockquote key={`${from} ${text}`} className={styles.message}>
          <b>{from}:</b> {text}
        </blockquote>
      ))}
      <p ref={status} tabIndex={-1} role="status" className={styles.status}>
        {isUsedUp
          ? 'This run can’t go on.'
          : isDismissed
            ? 'You rejected it. Nothing was signed or sent.'
            : statusOf(view, before)}
      </p>
      {isUsedUp && (
        <Notice
          tone="warn"
          title="This run has used up its lab"
          action={<Button onClick={startOver}>Start Over</Button>}
        >
          A lab takes only so many steps. Start over.
        </Notice>
      )}
      {view.verdict.state !== 'open' &&
        children({ view, transcript: progress.transcript, startOver: () => void startOver() })}
      <Wallet view={view} isOpen={isOpen} asked={asked} play={play} />
      <History view={view} />
      {isOpen && view.history.length > 0 && (
        <Button kind="ghost" onClick={startOver}>
          Start Over
        </Button>
      )}
    </div>
  )
}

interface WalletProps {
  view: LabView
  isOpen: boolean
  asked: ReadyLab['asked']
  play: ReturnType<typeof useLab>
}

function Wallet({ view, isOpen, asked, play }: WalletProps) {
  return (
    <section className={styles.wallet} aria-label="Practice wallet">
      <p className={styles.bar}>Practice wallet — worth nothing, made for this lab</p>
      <div className={styles.body}>
        <Lines rows={view.rows} />
        {asked && <MovePrompt prompt={asked.prompt} onConfirm={play.confirm} onReject={play.dismiss} />}
        {isOpen &&
          !asked &&
          view.requests.map((request) => (
            <RequestPrompt key={request.name} request={request} onAct={play.act} onPreview={play.preview} />
          ))}
        {isOpen &&
          !asked &&
          view.moves.map(({ name, label, submit, fields }) => (
            <div key={name} className={styles.move}>
              {Object.keys(fields).length > 0 && <h4>{label}</h4>}
              <LabForm
                label={label}
                fields={fields}
                onSubmit={(input) => play.propose({ do: 'move', move: name, ...inputOf(input) })}
              >
                <div className={styles.actions}>
                  <button type="submit">{submit}</button>
                </div>
              </LabForm>
            </div>
          ))}
      </div>
    </section>
  )
}

function History({ view: { history } }: { view: LabView }) {
  if (history.length === 0) return null
  return (
    <section aria-label="Transactions" className={styles.history}>
      <h4>Transactions</h4>
      <ol>
        {history.map(({ block, from, to, succeeded, effects }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, at its front
          <li key={history.length - at}>
            <span className="num">Block {block}:</span>{' '}
            {effects.length > 0 ? `${effects.join('; ')} (${from} asked ${to})` : `${from} → ${to}`}
            {!succeeded && <b> Failed</b>}
          </li>
        ))}
      </ol>
    </section>
  )
}

interface SolvedProps {
  lessonId: string
  lab: Lab
  attempt: number
  view: LabView
  transcript: string
  onStartOver: () => void
}

function Solved({ lessonId, lab, attempt, view, transcript, onStartOver }: SolvedProps) {
  const client = useQueryClient()
  const submit = useWrite({
    send: (run: string) =>
      request('POST /api/lessons/:id/lab', { params: { id: lessonId }, body: { transcript: run, attempt } }),
    onSuccess: async ({ done }) => {
      if (!done) return
      client.setQueryData(readLab(lessonId, attempt).queryKey, { ...lab, done })
      await client.invalidateQueries(read('GET /api/lessons/daily'))
    },
  })
  return (
    <EndedRun
      isSolved
      text={view.verdict.text}
      transcript={transcript}
      judged={lab.done ? 'Checked and saved.' : null}
      check={submit}
      onStartOver={onStartOver}
    />
  )
}
