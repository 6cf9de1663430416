import { SOFT_CLOSE_TEXT } from '@aura/api/rules/battles'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'wouter'
import { LinkNotFound } from '#aura/link-not-found.tsx'
import { type User, useAuth } from '#features/auth'
import { errorCode } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { paths } from '#paths'
import { LoadFailed } from '#ui/feedback/load-failed'
import { StatusBadge } from '#ui/feedback/status-badge'
import { TickLoader } from '#ui/feedback/tick-loader'
import { linkRead } from '../shared/battle-reads.ts'
import { type ChallengeLink, nameOf } from '../shared/battle-view.ts'
import { DottedField } from '../showdown/dotted-field.tsx'
import { Half } from '../showdown/half.tsx'
import styles from '../showdown/showdown.module.css'
import upcoming from '../showdown/upcoming-battle.module.css'
import challenge from './challenge.module.css'
import { ChallengeActions } from './challenge-actions.tsx'
import { ChallengeFacts } from './challenge-facts.tsx'
import { explanationOf, headlineOf, stakeOf } from './challenge-text.ts'

const POLL_MS = 10_000

export default function ChallengeScreen() {
  const { id } = useParams<{ id: string }>()
  const auth = useAuth()
  const {
    data: link,
    error,
    isPending,
    isFetching,
    refetch,
  } = useQuery({
    ...linkRead(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  })
  if (isPending || auth.state === 'loading') return <TickLoader text="Loading challenge..." />
  if (!link) {
    if (['CHALLENGE_LINK_NOT_FOUND', 'INVALID_REQUEST'].includes(errorCode(error)))
      return <LinkNotFound heading="Challenge" to="a challenge" />
    return (
      <main className="page">
        <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </main>
    )
  }
  return <Challenge link={link} viewer={auth.state === 'authenticated' ? auth.user : null} />
}

function Challenge({ link, viewer }: { link: ChallengeLink; viewer: User | null }) {
  const { challenger, status } = link
  const isOpen = status === 'pending'
  const explanation = explanationOf(link)
  return (
    <main className={styles.showdown}>
      <div className={styles.stage}>
        <DottedField className={styles.field ?? ''} />
        <div className={styles.bar}>
          {viewer && (
            <Link href={paths.battles} className={styles.back}>
              <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
              <span>Back to Battles</span>
            </Link>
          )}
          <div className={styles.state}>
            {/* Without actions left, the headline says it. */}
            {(isOpen || status === 'accepted') && <StatusBadge status={status} />}
          </div>
        </div>
        <Half
          side={{ person: challenger, name: nameOf(challenger) }}
          place="a"
          isStarted={isOpen}
          stake={stakeOf(link)}
        />
        <span className={`${styles.disc} ${styles.b} ${upcoming.dashed}`} aria-hidden="true">
          ?
        </span>
        <div className={upcoming.middle}>
          <h1>{headlineOf(link)}</h1>
          <p>{explanation}</p>
        </div>
      </div>
      <div className={`page ${upcoming.facts}`}>
        <div className={challenge.actions}>
          <ChallengeActions link={link} viewer={viewer} />
        </div>
        {isOpen && <ChallengeFacts link={link} />}
        <p className={upcoming.note}>{explanation}</p>
        <div className={upcoming.about}>
          <p>
            {link.title !== null && <b>{link.title}. </b>}
            {link.description}
            {link.softClose && isOpen && <span className={upcoming.softClose}>{SOFT_CLOSE_TEXT}</span>}
          </p>
        </div>
      </div>
    </main>
  )
}
