import type { RedemptionReview } from '@aura/api/calls/steeze'
import { formatWhole } from '@aura/api/money'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { errorTexts } from '../error-texts.ts'
import { RedemptionAppeal } from './redemption-appeal.tsx'

export function ReviewNotice({ review, finish }: { review: RedemptionReview; finish?: ReactNode }) {
  const client = useQueryClient()
  const [isAppealing, setAppealing] = useState(false)
  const { holdId, status, mayAppeal } = review
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(read('GET /api/steeze/redemption')),
      client.invalidateQueries(read('GET /api/steeze/balance')),
    ])
  const cancel = useWrite({
    send: (_: null, idempotencyKey) =>
      request('POST /api/steeze/redemption/:id/cancel', { params: { id: holdId }, idempotencyKey }),
    onSuccess: refresh,
    onError: (error) => {
      void refresh()
      return toastFailure(error, errorTexts.cancel)
    },
  })
  const isOpen = status === 'waiting' || status === 'approved'
  return (
    <Notice
      tone={TONES[status]}
      title={TITLES[status](formatWhole(review.amount))}
      action={
        (isOpen || mayAppeal) && (
          <div className="flex flex-wrap gap-2 py-2">
            {finish}
            {mayAppeal && (
              <Button kind="secondary" size={48} onClick={() => setAppealing(true)}>
                Appeal
              </Button>
            )}
            {isOpen && (
              <Button
                kind="secondary"
                size={48}
                busy={cancel.isPending && 'Cancelling'}
                onClick={() => cancel.mutate(null)}
              >
                Cancel redemption
              </Button>
            )}
          </div>
        )
      }
    >
      <ReviewText review={review} />
      <RedemptionAppeal
        open={isAppealing}
        review={review}
        onClose={() => setAppealing(false)}
        onSent={async () => {
          setAppealing(false)
          await refresh()
        }}
      />
    </Notice>
  )
}

const TONES = {
  waiting: 'info',
  approved: 'ok',
  rejected: 'danger',
  cancelled: 'info',
  unanswered: 'warn',
  unused: 'warn',
} as const

const TITLES: Record<RedemptionReview['status'], (amount: string) => string> = {
  waiting: (amount) => `${amount} Steeze waits for approval`,
  approved: (amount) => `${amount} Steeze approved`,
  rejected: (amount) => `${amount} Steeze rejected`,
  cancelled: (amount) => `${amount} Steeze cancelled`,
  unanswered: (amount) => `${amount} Steeze not decided in time`,
  unused: (amount) => `${amount} Steeze not redeemed in time`,
}

function ReviewText({ review: { status, reason, until, answer, appeal } }: { review: RedemptionReview }) {
  const times = useTimes()
  const by = until === null ? '' : times.minute(until)
  return (
    <div className="grid gap-2 wrap-anywhere" aria-live="polite">
      {status === 'waiting' && (
        <p>
          {reason} You get an answer by {by}. Without one, your Steeze returns to your balance.
        </p>
      )}
      {status === 'approved' && <p>Withdraw it with your wallet by {by}. After that it has to be approved again.</p>}
      {status === 'rejected' && <p>{reason} Your Steeze is in your balance.</p>}
      {status === 'unanswered' && <p>We’re sorry. Your Steeze is back in your balance, and you can redeem again.</p>}
      {status === 'unused' && <p>Your Steeze is back in your balance, and you can redeem again.</p>}
      {answer !== null && <Quote by="Aura">{answer}</Quote>}
      {appeal && <Quote by="Your appeal">{appeal.text}</Quote>}
      {appeal?.answer && <Quote by="Aura, to your appeal">{appeal.answer}</Quote>}
    </div>
  )
}

const Quote = ({ by, children }: { by: string; children: string }) => (
  <p>
    <b>{by}:</b> <bdi>{children}</bdi>
  </p>
)
