import type { Answer } from '@aura/api/calls'
import { INVITE_RULES } from '@aura/api/rules/invites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Link } from 'wouter'
import { EmptySide } from '#aura/empty-side.tsx'
import { LinkWalletButton, useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useConfig } from '#lib/use-config'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Rows } from '#ui/layout/rows'
import { errorTexts } from './error-texts.ts'
import { InviteRow } from './invite-row.tsx'
import styles from './invites.module.css'
import { leftText, nextText } from './next-text.ts'

const POLL_MS = 15_000
const ownInvites = read('GET /api/invites')

type OwnInvites = Answer<'GET /api/invites'>

export default function OwnInvitesScreen() {
  const { data, error, isFetching, refetch } = useQuery({ ...ownInvites, staleTime: 0, refetchInterval: POLL_MS })
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className="h1">Invites</h1>
      {data ? (
        <Invites {...data} />
      ) : error ? (
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mt-6 h-40" />
      )}
    </main>
  )
}

function Invites({ left, next, invites, invitedBy }: OwnInvites) {
  const times = useTimes()
  const { data: config } = useConfig()
  const { walletAddress } = useCurrentUser()
  const isClosed = config?.betaAccess === 'closed'
  return (
    <>
      <p className={styles.about}>
        {isClosed
          ? `Aura is in closed beta. Each of your links lets one person in. You earn the first invite by ${INVITE_RULES.firstAfterDays} days of learning, and one a week after that.`
          : 'Anyone can join Aura. Anyone who joins with your link is shown as invited by you.'}{' '}
        A link can be used for {INVITE_RULES.days} days. If nobody does, you get the invite back.
      </p>
      <div className={styles.make}>
        {walletAddress === null ? (
          <>
            <LinkWalletButton size={48} />
            <p>You need a wallet to invite somebody.</p>
          </>
        ) : (
          <>
            <MakeInvite isUsedUp={left === 0} />
            <p>
              {isClosed && (
                <>
                  <b className="num">{leftText(left)}</b> left.{' '}
                </>
              )}
              {nextText({ left, next }, isClosed, times)}
            </p>
          </>
        )}
      </div>
      {invites.length === 0 ? (
        <EmptyState picture={<EmptySide />} title="No links yet">
          Make one, and send it to somebody you trust.
        </EmptyState>
      ) : (
        <Rows label="Your invites, newest first">
          {invites.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </Rows>
      )}
      <p className={styles.note}>
        {invitedBy && (
          <>
            You were invited by{' '}
            <Link href={paths.profileOf(invitedBy.id)} className="text-link">
              {invitedBy.username}
            </Link>
            .{' '}
          </>
        )}
        Who invited whom is kept. If several people you invited turn out to be one person’s accounts, you lose Trust.{' '}
        <Link href={paths.trust} className="text-link">
          How Trust works
        </Link>
      </p>
    </>
  )
}

function MakeInvite({ isUsedUp }: { isUsedUp: boolean }) {
  const client = useQueryClient()
  const make = useWrite({
    send: (_: null, idempotencyKey) => request('POST /api/invites', { idempotencyKey }),
    onSuccess: () => {
      toast({ title: 'Invite made', description: 'Copy the link, and send it to one person.' })
      return client.invalidateQueries(ownInvites)
    },
    onError: (failed) => {
      void client.invalidateQueries(ownInvites)
      return toastFailure(failed, errorTexts.make)
    },
  })
  return (
    <Button size={48} disabled={isUsedUp} busy={make.isPending && 'Making...'} onClick={() => make.mutate(null)}>
      <UserPlus size={18} strokeWidth={1.75} aria-hidden="true" />
      Make an invite link
    </Button>
  )
}
