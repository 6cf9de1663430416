import type { Appeal } from '@aura/api/calls/related-accounts'
import type { LessTrust } from '@aura/api/calls/trust'
import { formatWhole } from '@aura/api/money'
import { TRUST_RULES } from '@aura/api/rules/trust'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { AppealWords } from '#aura/appeal-words.tsx'
import { useAuth } from '#features/auth'
import { useTimes } from '#lib/time/times'
import { Badge } from '#ui/feedback/badge'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'
import { lateDialog } from '#ui/overlay/late-dialog'
import { ownTrust } from './own-trust.ts'

const AppealTrust = lateDialog(() => import('./appeal-trust.tsx'))

const { ringFree, ringMost } = TRUST_RULES
const CAUSES = { suspended: 'was suspended', ring: 'seems to be one of several accounts of one person' } as const

/** Returns what takes from one's own Trust; undefined if nothing does, and while that is unknown. */
export function useLessTrust(isOwner = true): LessTrust | undefined {
  const { state } = useAuth()
  const { data } = useQuery({ ...ownTrust, enabled: isOwner && state === 'authenticated' })
  return data && (data.ring !== null || data.liabilities.length > 0) ? data : undefined
}

/** Tells a person alone why they get or pass on less Trust, and lets them appeal. */
export function LessTrustNotices({ less: { ring, liabilities } }: { less: LessTrust }) {
  const times = useTimes()
  return (
    <div className="grid gap-3 py-3">
      {ring && (
        <LessNotice
          title="You get less Trust because of people you invited"
          aboutId={null}
          appeal={ring.appeal}
          why="why the accounts you invited aren’t one person’s"
        >
          {formatWhole(ring.accounts)} of them seem to be one person’s accounts, so from {times.minute(ring.countsFrom)}{' '}
          you get {ringFree} of {Math.min(ring.accounts, ringMost)} parts of the Trust that reaches you. Only you see
          this.
        </LessNotice>
      )}
      {liabilities.map(({ person, cause, until, appeal }) => (
        <LessNotice
          key={`${person.id}/${cause}`}
          title="You pass on less Trust"
          aboutId={person.id}
          appeal={appeal}
          why={`why you shouldn’t answer for ${person.username}`}
        >
          {person.username} {CAUSES[cause]} while you stood by them, so you pass on less until {times.day(until)}. Only
          you see this.
        </LessNotice>
      ))}
    </div>
  )
}

interface LessNoticeProps {
  title: string
  aboutId: string | null
  appeal: Appeal | null
  /** What an admin reads. */
  why: string
  children: ReactNode
}

function LessNotice({ title, aboutId, appeal, why, children }: LessNoticeProps) {
  const [isAppealing, setAppealing] = useState(false)
  const action = appeal ? (
    <Badge>{appeal.answer === null ? 'Appeal waits' : 'Rejected'}</Badge>
  ) : (
    <Button kind="secondary" size={40} aria-label={`Appeal: ${title}`} onClick={() => setAppealing(true)}>
      Appeal
    </Button>
  )
  return (
    <>
      <Notice tone="warn" title={title} action={<div className="pb-2">{action}</div>}>
        <p className="wrap-anywhere">{children}</p>
        {appeal && <AppealWords appeal={appeal} />}
      </Notice>
      <AppealTrust open={isAppealing} onClose={() => setAppealing(false)} aboutId={aboutId} why={why} />
    </>
  )
}
