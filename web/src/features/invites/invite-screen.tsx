import type { Invite } from '@aura/api/calls/invites'
import { levelOfStreak } from '@aura/api/levels'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import { Link, useParams } from 'wouter'
import { Avatar } from '#aura/avatar.tsx'
import { AuraCanvas } from '#aura/canvas/aura-canvas.tsx'
import type { RingLayout } from '#aura/canvas/ring-picture.ts'
import { LinkNotFound } from '#aura/link-not-found.tsx'
import { nameFit } from '#aura/name-fit.ts'
import { LinkWalletButton, useAuth } from '#features/auth'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useConfig } from '#lib/use-config'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { buttonClass } from '#ui/forms/button'
import { explanationOf, headlineOf } from './invite-text.ts'
import styles from './invites.module.css'
import { ShareInvite } from './share-invite.tsx'

const POLL_MS = 15_000
const IMAGE_PX = 200

const NAME = { weight: 700, full: 76, roomEm: 10, narrowest: 60 } as const

const layout: RingLayout = (width, height) => ({
  cx: width / 2,
  cy: height / 2,
  r: width / 4,
  weight: 0.5 + Math.min(0.5, width / 800),
})

export default function InviteScreen() {
  const { id } = useParams<{ id: string }>()
  const auth = useAuth()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...read('GET /api/invites/:id', { id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? POLL_MS : false),
  })
  const user = auth.state === 'authenticated' ? auth.user : null
  const wallet = user?.walletAddress ?? null
  // Linking a wallet uses the invite up.
  useEffect(() => {
    if (wallet !== null) void refetch()
  }, [wallet, refetch])
  if (isPending || auth.state === 'loading') return <TickLoader text="Loading invite..." />
  // The server treats suspended members as visitors.
  if (data)
    return <InvitePage invite={user?.restriction?.kind === 'suspended' ? { ...data, viewer: 'member' } : data} />
  if (['INVITE_NOT_FOUND', 'INVALID_REQUEST'].includes(errorCode(error)))
    return <LinkNotFound heading="Invite" to="an invite" />
  return (
    <main className="page pt-10">
      <h1 className="sr-only">Invite</h1>
      <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
    </main>
  )
}

function InvitePage({ invite }: { invite: Invite }) {
  const { inviter, status, viewer, expiresAt } = invite
  const { data: config } = useConfig()
  const times = useTimes()
  const { name, words } = headlineOf(invite)
  const fit = name === undefined ? undefined : nameFit(name, NAME)
  const isOffered = status === 'open' && viewer !== 'invited' && viewer !== 'member'
  return (
    <main className={`page ${styles.invite}`}>
      <div className={styles.ring} data-aura={levelOfStreak(inviter.currentStreak).key}>
        <AuraCanvas id={inviter.id} days={inviter.currentStreak} auraPoints={inviter.auraPoints} layout={layout} />
        <span className={styles.face} aria-hidden="true">
          <Avatar
            name={inviter.username}
            image={inviter.profileImageUrl}
            size={IMAGE_PX}
            className={styles.image ?? ''}
          />
        </span>
      </div>
      <div className={styles.words}>
        <h1 className={styles.headline}>
          {fit && (
            <>
              <span className={styles.name} style={{ fontStretch: `${fit.stretch}%`, '--em': fit.em } as CSSProperties}>
                {name}
              </span>{' '}
            </>
          )}
          {words}
        </h1>
        <p>{explanationOf(invite, config?.betaAccess === 'closed')}</p>
        <div className={styles.actions}>
          <Actions invite={invite} isClosed={config?.betaAccess === 'closed'} />
        </div>
        <p className={styles.note}>
          {isOffered && (
            <>
              Can be used until <time dateTime={expiresAt}>{times.minute(expiresAt)}</time>.{' '}
            </>
          )}
          {viewer !== 'inviter' && (
            <Link href={paths.profileOf(inviter.id)} className="text-link">
              Profile of {inviter.username}
            </Link>
          )}
        </p>
      </div>
    </main>
  )
}

function Actions({ invite, isClosed }: { invite: Invite; isClosed: boolean }) {
  const { id, status, viewer } = invite
  const isOpen = status === 'open'
  if (viewer === 'invited') return <Primary href={paths.home}>Start</Primary>
  if (viewer === 'member') return <Primary href={paths.home}>Go to Aura</Primary>
  if (viewer === 'inviter')
    return (
      <>
        {isOpen && <ShareInvite id={id} size={48} />}
        <Link href={paths.invites} className={buttonClass('secondary', 48)}>
          Your invites
        </Link>
      </>
    )
  if (viewer === 'without-wallet') return isOpen || !isClosed ? <LinkWalletButton size={48} /> : null
  if (isOpen) return <Primary href={paths.join(paths.invite(id))}>Join Aura</Primary>
  return isClosed ? (
    <Link href={paths.home} className={buttonClass('secondary', 48)}>
      About Aura
    </Link>
  ) : (
    <Primary href={paths.join()}>Join Aura</Primary>
  )
}

const Primary = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className={buttonClass('primary', 48)}>
    {children}
  </Link>
)
