import type { ReviewedRedemption } from '@aura/api/calls/moderation/redemption-desk'
import { formatUsdc, formatWhole } from '@aura/api/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RedemptionNeighbours } from './redemption-neighbours.tsx'

type Step = 'approve' | 'reject' | 'undo'

const STEPS: Record<Step, { verb: string; done: string; busy: string }> = {
  approve: { verb: 'Approve', done: 'Approved', busy: 'Approving...' },
  reject: { verb: 'Reject', done: 'Rejected', busy: 'Rejecting...' },
  undo: { verb: 'Undo', done: 'Undone', busy: 'Undoing...' },
}

export function RedemptionRow({ redemption }: { redemption: ReviewedRedemption }) {
  const { id, person, amount, usdcAmount, status, reason, openedAt, until, answer, appeal } = redemption
  const times = useTimes()
  const [step, setStep] = useState<Step | null>(null)
  const [isShown, setShown] = useState(false)
  const of = `the redemption of ${person.username}`
  const steps: readonly Step[] = status === 'waiting' ? ['approve', 'reject'] : ['undo']
  return (
    <li className="grid gap-3 py-4 wrap-anywhere">
      <div className="grid min-w-0 gap-1">
        <span>
          <Link href={paths.profileOf(person.id)} className="font-strong underline-offset-4 hover:underline">
            {person.username}
          </Link>{' '}
          redeems {formatWhole(amount)} Steeze ({formatUsdc(Math.round(usdcAmount * 1_000_000))} USDC)
        </span>
        <span className="text-sm text-ink-2">
          {reason} Asked {times.minute(openedAt)}
          {status === 'waiting' && until !== null && `, decide by ${times.minute(until)}`}
          {status === 'approved' && until !== null && `, approved until ${times.minute(until)}`}
          {status === 'rejected' && ', rejected'}.
        </span>
        {answer !== null && <Said by="Answer" text={answer} />}
        {appeal && <Said by="Appeal" text={appeal.text} />}
        {appeal?.answer && <Said by="Answer to the appeal" text={appeal.answer} />}
      </div>
      <div className={styles.actions}>
        {steps.map((each) => (
          <Button
            key={each}
            kind={each === 'reject' ? 'danger' : 'secondary'}
            size={40}
            aria-label={`${STEPS[each].verb} ${of}`}
            onClick={() => setStep(each)}
          >
            {STEPS[each].verb}
          </Button>
        ))}
        <Button
          kind="secondary"
          size={40}
          aria-label={`Related accounts of ${person.username}`}
          onClick={() => setShown(true)}
        >
          Related accounts
        </Button>
      </div>
      {isShown && <RedemptionNeighbours id={id} person={person} onClose={() => setShown(false)} />}
      {step && <DecideDialog step={step} redemption={redemption} onClose={() => setStep(null)} />}
    </li>
  )
}

const Said = ({ by, text }: { by: string; text: string }) => (
  <span className="text-sm">
    <b>{by}:</b> <bdi>{text}</bdi>
  </span>
)

function DecideDialog({
  step,
  redemption: { id, person, amount, needsSecond, appeal },
  onClose,
}: {
  step: Step
  redemption: ReviewedRedemption
  onClose: () => void
}) {
  const client = useQueryClient()
  const { verb, done, busy } = STEPS[step]
  // The text must not count as an answer to an appeal that arrives while the dialog is open.
  const [answersAppeal] = useState(appeal !== null && step !== 'undo')
  const decide = useWrite({
    send: (reason: string, idempotencyKey) =>
      freshly(() =>
        step === 'undo'
          ? request('POST /api/admin/redemptions/:id/undo', { params: { id }, body: { reason }, idempotencyKey })
          : request(`POST /api/admin/redemptions/:id/${step}`, {
              params: { id },
              body: { reason, answersAppeal },
              idempotencyKey,
            }),
      ),
    onSuccess: (decided) => {
      const isProposed = 'isProposed' in decided && decided.isProposed
      onClose()
      const description = `${formatWhole(amount)} Steeze of ${person.username}.`
      toast({ title: isProposed ? 'Another admin confirms it' : done, description })
      return client.invalidateQueries()
    },
    onError: () => client.invalidateQueries(read('GET /api/admin/redemptions')),
  })
  const reads = answersAppeal ? 'reads what you write as the answer to their appeal' : 'reads what you write'
  const texts: Record<Step, string> = {
    approve: needsSecond
      ? `Another admin has to confirm it. The person ${reads}.`
      : `The person can withdraw it then, and ${reads}.`,
    reject: `The Steeze returns to their balance. The person ${reads}${answersAppeal ? '' : ', and can appeal once'}.`,
    undo: 'It waits for a decision again. The admin log keeps what you write.',
  }
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`${verb} ${formatWhole(amount)} Steeze of ${person.username}?`}
      confirm={verb}
      busy={decide.isPending ? busy : undefined}
      error={decide.error ? errorText(decide.error, errorTexts.moderate).description : undefined}
      destructive={step === 'reject'}
      onConfirm={(reason) => decide.mutate(reason)}
    >
      {texts[step]}
    </ReasonDialog>
  )
}
