import { levelOfStreak } from '@aura/api/levels'
import { formatWhole } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { Stage } from '#aura/stage/stage.tsx'
import { useAuth } from '#features/auth'
import { UnitBadges } from '#features/learn'
import { useIsPainted } from '#lib/after-paint'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import type { Feature } from '#lib/feature'
import { JUST_READ_MS, read } from '#lib/query-client'
import { loadAhead, usePreload } from '#lib/use-parts'
import { useTitle } from '#lib/use-title'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { TickLoader } from '#ui/feedback/tick-loader'
import { buttonClass } from '#ui/forms/button'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { AuraHistory } from './aura-history.tsx'
import { BattleList } from './battle-list.tsx'
import { AuraLevelCard, BattleStatistics } from './cards.tsx'
import styles from './profile.module.css'
import { ProfileHead } from './profile-head.tsx'
import { ProfileParts, profilePartOf } from './profile-parts.tsx'
import { formatEth, isUserId, nameOf, type Profile, type ProfileViewer } from './profile-text.ts'

const REFRESH_MS = 30_000
const PRICE_FRESH_MS = 60_000

export const preload = (features: readonly Feature[]) => loadAhead(features, profilePartOf)

/** Visitors have no profile of their own, so an address without an id is invalid for them. */
export default function ProfileScreen() {
  const auth = useAuth()
  const ownId = auth.state === 'authenticated' ? auth.user.id : undefined
  const asked = useParams<{ id?: string }>().id?.toLowerCase()
  const id = asked === undefined || asked === 'profile' ? ownId : asked
  if (id === undefined || !isUserId(id)) return <Missing title="Invalid user ID" />
  return <ProfileOf key={id} id={id} viewer={ownId === undefined ? 'visitor' : id === ownId ? 'owner' : 'other'} />
}

function ProfileOf({ id, viewer }: { id: string; viewer: ProfileViewer }) {
  usePreload(profilePartOf)
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/users/:id', { id }),
    staleTime: JUST_READ_MS,
    refetchInterval: REFRESH_MS,
  })
  if (data) return <Loaded profile={data} viewer={viewer} />
  if (!error) return <TickLoader text="Loading user profile..." />
  if (errorCode(error) === 'USER_NOT_FOUND') return <Missing title="User Not Found" />
  return (
    <main className="page">
      <h1 className="sr-only">Profile</h1>
      <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
    </main>
  )
}

function Missing({ title }: { title: 'Invalid user ID' | 'User Not Found' }) {
  useTitle(title)
  return (
    <Stage
      title={title}
      actions={
        <Link href={paths.home} className={buttonClass('primary', 48)}>
          Go Home
        </Link>
      }
    >
      The profile you're looking for doesn't exist or has been removed.
    </Stage>
  )
}

function Loaded({ profile, viewer }: { profile: Profile; viewer: ProfileViewer }) {
  const { user, battleStats } = profile
  useTitle(nameOf(user))
  const isVisitor = viewer === 'visitor'
  const isMine = viewer === 'owner'
  const usdPerEth = useEthPrice(!isVisitor)
  const inEth = (usdc: number) => (usdPerEth === null ? null : formatEth(usdc, usdPerEth))
  const parts = { profile, viewer, inEth }
  const isPainted = useIsPainted()
  return (
    <main className={`page ${styles.profile} ${isVisitor ? styles.seen : ''}`}>
      {!isVisitor && (
        <Link className={styles.back} href={paths.leaderboard}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          Back to Leaderboard
        </Link>
      )}
      <ProfileHead profile={profile} viewer={viewer} menu={viewer === 'other' && <ProfileParts at="menu" {...parts} />}>
        <ProfileParts at="firstAction" {...parts} />
        <ProfileParts at="action" {...parts} />
      </ProfileHead>
      <Tiles user={user}>
        <ProfileParts at="figures" {...parts} />
      </Tiles>
      {isPainted && (
        <>
          <div className={styles.cards}>
            <AuraLevelCard user={user} />
            <BattleStatistics stats={battleStats} />
            <ProfileParts at="card" {...parts} />
          </div>
          <div className={styles.units}>
            <UnitBadges id={user.id} isMine={isMine} />
          </div>
          <AuraHistory id={user.id} level={levelOfStreak(user.currentStreak).key} isMine={isMine} />
          <div className={styles.lists}>
            <BattleList id={user.id} name={nameOf(user)} isMine={isMine} />
            <ProfileParts at="list" {...parts} />
          </div>
        </>
      )}
    </main>
  )
}

function Tiles({ user, children }: { user: Profile['user']; children: ReactNode }) {
  return (
    <StatStrip>
      <Stat name="Total Aura" value={formatWhole(user.auraPoints)} note="Aura Points" />
      <Stat name="Streak Days" value={formatWhole(user.currentStreak)} note="Day Streak" />
      {children}
    </StatStrip>
  )
}

function useEthPrice(enabled: boolean): number | null {
  const price = read('GET /api/eth-price')
  const { data } = useQuery({ ...price, enabled, staleTime: PRICE_FRESH_MS, refetchInterval: PRICE_FRESH_MS })
  return enabled ? (data?.usd ?? null) : null
}
