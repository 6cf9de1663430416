import type { Proposal, ProposedAction } from '@aura/api/calls/moderation/proposals'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'

const proposals = read('GET /api/admin/proposals')

const NAMES: Record<ProposedAction, string> = {
  'void-battle': 'Call off',
  'unfreeze-redemption': 'Unfreeze redeeming of',
  'approve-redemption': 'Approve the redemption of',
}

export function Proposals() {
  const { data, error, isFetching, refetch } = useQuery({ ...proposals, staleTime: 0 })
  if (error && !data)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="proposals">
      <h2 id="proposals" className="mt-6 mb-2 font-strong">
        Waiting for a second admin
      </h2>
      <ul className="divide-y divide-line" aria-label="Proposals">
        {data.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </section>
  )
}

function ProposalRow({ proposal }: { proposal: Proposal }) {
  const { id, action, subject, personId, subjectName, reason, proposer, lapsesAt } = proposal
  const client = useQueryClient()
  const times = useTimes()
  const me = useCurrentUser()
  const name = subjectName ?? `Battle #${subject.slice(0, 8)}`
  const decide = useWrite({
    send: (decision: 'confirm' | 'withdraw', idempotencyKey) =>
      freshly(() => request(`POST /api/admin/proposals/:id/${decision}`, { params: { id }, idempotencyKey })),
    onSuccess: (_, decision) => {
      toast({ title: decision === 'confirm' ? 'Confirmed' : 'Withdrawn', description: `${NAMES[action]} ${name}.` })
      return client.invalidateQueries()
    },
    onError: (error) => {
      void client.invalidateQueries(proposals)
      return toastFailure(error, errorTexts.moderate)
    },
  })
  const own = proposer.id === me.id
  return (
    <li className={styles.battle}>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <span>
          {NAMES[action]}{' '}
          <Link
            href={personId === null ? paths.battle(subject) : paths.profileOf(personId)}
            className="font-strong underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        </span>
        <span className="text-sm text-ink-2">
          Proposed by {own ? 'you' : proposer.username}: <bdi>{reason}</bdi>. Lapses {times.minute(lapsesAt)}.
        </span>
      </div>
      {own ? (
        <Button
          kind="secondary"
          size={40}
          aria-label={`Withdraw: ${NAMES[action]} ${name}`}
          busy={decide.isPending && 'Withdrawing...'}
          onClick={() => decide.mutate('withdraw')}
        >
          Withdraw
        </Button>
      ) : (
        <Button
          kind="danger"
          size={40}
          aria-label={`Confirm: ${NAMES[action]} ${name}`}
          busy={decide.isPending && 'Confirming...'}
          onClick={() => decide.mutate('confirm')}
        >
          Confirm
        </Button>
      )}
    </li>
  )
}
