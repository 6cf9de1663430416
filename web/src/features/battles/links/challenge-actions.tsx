import { API_ERRORS, type ErrorCode } from '@aura/api/errors'
import { formatWhole } from '@aura/api/money'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import type { User } from '#features/auth'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useConfig } from '#lib/use-config'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { toast } from '#ui/feedback/toast'
import { Button, buttonClass } from '#ui/forms/button'
import { battleRead, refetchBattles } from '../shared/battle-reads.ts'
import { type ChallengeLink, nameOf } from '../shared/battle-view.ts'
import { errorTexts } from '../shared/error-texts.ts'
import { inviteFirstText } from './challenge-text.ts'
import { ShareButtons } from './share-buttons.tsx'
import { useWithdrawLink } from './use-withdraw-link.ts'

export function ChallengeActions({ link, viewer }: { link: ChallengeLink; viewer: User | null }) {
  if (link.status === 'accepted') {
    return (
      <Link href={paths.battle(link.id)} className={buttonClass('primary', 48)}>
        See the battle
      </Link>
    )
  }
  if (link.status !== 'pending') return <NextBest viewer={viewer} />
  if (!viewer) return <JoinToAccept link={link} />
  if (link.can.withdraw.allowed) return <OwnActions link={link} />
  if (!link.can.accept.allowed) return <Refused link={link} viewer={viewer} />
  return <Accept link={link} />
}

const NextBest = ({ viewer }: { viewer: User | null }) =>
  viewer ? (
    <Link href={paths.battles} className={buttonClass('secondary', 48)}>
      Live Battles
    </Link>
  ) : (
    <Link href={paths.join()} className={buttonClass('primary', 48)}>
      Join Aura
    </Link>
  )

function JoinToAccept({ link }: { link: ChallengeLink }) {
  const { data: config } = useConfig()
  const isClosed = config?.betaAccess === 'closed'
  return (
    <>
      <Link href={paths.join(paths.challenge(link.id))} className={buttonClass('primary', 48)}>
        {isClosed ? 'Sign in to accept' : 'Join to accept'}
      </Link>
      {isClosed && <p>{inviteFirstText(link)}</p>}
      {!isClosed && link.stake <= AUTH_RULES.walletBonusAp && (
        <p>Joining with a wallet gives you {AUTH_RULES.walletBonusAp} AP, enough to accept.</p>
      )}
    </>
  )
}

function OwnActions({ link }: { link: ChallengeLink }) {
  const withdraw = useWithdrawLink(link.id)
  return (
    <>
      <ShareButtons link={link} size={48} />
      <Button
        kind="secondary"
        size={48}
        busy={withdraw.isPending && 'Withdrawing...'}
        onClick={() => withdraw.mutate(null)}
      >
        Withdraw
      </Button>
    </>
  )
}

function Refused({ link, viewer }: { link: ChallengeLink; viewer: User }) {
  const reason = link.can.accept.reason as ErrorCode | undefined
  if (reason === 'BATTLE_STAKE_TOO_HIGH') {
    return (
      <Notice
        tone="warn"
        title={`You need ${formatWhole(link.stake)} AP to accept`}
        action={
          <Link href={paths.homeWithLesson} className={buttonClass('secondary', 40)}>
            Earn AP with a lesson
          </Link>
        }
      >
        You have {formatWhole(viewer.availableAuraPoints)} AP available.
      </Notice>
    )
  }
  // The viewer joined with X and has no invite for their first wallet.
  if (reason === 'BETA_ACCESS_REQUIRED') {
    return (
      <Notice tone="warn" title="You need an invite to accept">
        Aura is in closed beta, and a challenge is no invite. Ask {nameOf(link.challenger)} for one, and connect your
        wallet with it. Then open this challenge again.
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title="You can’t accept this challenge">
      {API_ERRORS[reason ?? 'BATTLE_NOT_PENDING'].message}
    </Notice>
  )
}

function Accept({ link }: { link: ChallengeLink }) {
  const client = useQueryClient()
  const [, go] = useLocation()
  const accept = useWrite({
    send: (_: null, idempotencyKey) =>
      request('POST /api/challenge-links/:id/accept', { params: { id: link.id }, idempotencyKey }),
    onSuccess: async (battle) => {
      client.setQueryData(battleRead(battle.id).queryKey, battle)
      toast({ title: 'Challenge accepted', description: `Your battle starts in ${link.startsInMinutes} minutes.` })
      await Promise.all([refetchBattles(client), client.invalidateQueries(read('GET /api/auth/user'))])
    },
    onStillHere: (battle) => go(paths.battle(battle.id), { replace: true }),
    onError: (error) => {
      void refetchBattles(client)
      return toastFailure(error, errorTexts.accept)
    },
  })
  return (
    <Button size={48} busy={accept.isPending && 'Accepting...'} onClick={() => accept.mutate(null)}>
      Accept for {formatWhole(link.stake)} AP
    </Button>
  )
}
