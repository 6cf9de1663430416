import type { AdminPerson } from '@aura/api/calls/moderation'
import { shortAddress } from '@aura/api/ids'
import { MODERATION_RULES } from '@aura/api/rules/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'
import { PersonInvites } from './person-invites.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const DEEDS = {
  suspend: {
    name: 'Suspend',
    busy: 'Suspending...',
    text: 'They see the reason. Pending challenges end and return their stakes, running battles continue, and they can still redeem.',
  },
  lift: {
    name: 'Lift suspension',
    busy: 'Lifting...',
    text: 'They can take part again immediately. The log keeps the reason.',
  },
  'freeze-redemption': {
    name: 'Freeze redeeming',
    busy: 'Freezing...',
    text: 'They see the reason. Withdrawals already signed stay valid for a few minutes.',
  },
  'unfreeze-redemption': {
    name: 'Unfreeze redeeming',
    busy: 'Proposing...',
    text: `Another admin has to confirm this under Reports within ${MODERATION_RULES.proposalHours} hours. The log keeps the reason.`,
  },
  'hide-streams': {
    name: 'Hide streams',
    busy: 'Hiding...',
    text: 'They see the reason. Their battles go on and show no stream of theirs until an admin shows them again.',
  },
  'show-streams': {
    name: 'Show streams',
    busy: 'Showing...',
    text: 'Their battles show their streams again immediately. The log keeps the reason.',
  },
} as const
type Deed = keyof typeof DEEDS

export function PersonRow({ person }: { person: AdminPerson }) {
  const [deed, setDeed] = useState<Deed>()
  const [showsInvites, setShowsInvites] = useState(false)
  const user = useCurrentUser()
  const times = useTimes()
  const held = [
    ['Suspended', person.suspension],
    ['Redeeming frozen', person.redemptionFreeze],
    ['Streams hidden', person.streamsHidden],
  ] as const
  const deeds: Deed[] = [
    person.suspension ? 'lift' : 'suspend',
    person.redemptionFreeze ? 'unfreeze-redemption' : 'freeze-redemption',
    person.streamsHidden ? 'show-streams' : 'hide-streams',
  ]
  return (
    <li className="grid grid-cols-1 gap-2 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          href={paths.profileOf(person.id)}
          className="min-w-0 font-strong wrap-anywhere underline-offset-4 hover:underline"
        >
          {person.username}
        </Link>
        {person.isAdmin && <Badge tone="strong">Admin</Badge>}
        {person.suspension && <Badge tone="danger">Suspended</Badge>}
        {person.redemptionFreeze && <Badge tone="warn">Redeeming frozen</Badge>}
        {person.streamsHidden && <Badge tone="warn">Streams hidden</Badge>}
      </div>
      <p className="text-sm wrap-anywhere text-ink-2">
        {[
          person.walletAddress && shortAddress(person.walletAddress),
          person.twitterUsername && `@${person.twitterUsername}`,
          `joined ${times.day(person.createdAt)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {held.map(
        ([name, hold]) =>
          hold && (
            <p key={name} className="text-compact wrap-anywhere text-ink-2">
              {name} since {times.day(hold.since)}: {hold.reason}
            </p>
          ),
      )}
      <div className={styles.actions}>
        {!person.isAdmin &&
          deeds.map((each) => (
            <Button
              key={each}
              kind="secondary"
              size={40}
              aria-label={`${DEEDS[each].name}: ${person.username}`}
              onClick={() => setDeed(each)}
            >
              {DEEDS[each].name}
            </Button>
          ))}
        <Button
          kind="secondary"
          size={40}
          aria-label={`Invites: ${person.username}`}
          aria-expanded={showsInvites}
          onClick={() => setShowsInvites(!showsInvites)}
        >
          Invites
        </Button>
      </div>
      {showsInvites && <PersonInvites person={person} isOwn={person.id === user.id} />}
      {deed && <DeedDialog person={person} deed={deed} onClose={() => setDeed(undefined)} />}
    </li>
  )
}

function DeedDialog({ person, deed, onClose }: { person: AdminPerson; deed: Deed; onClose: () => void }) {
  const client = useQueryClient()
  const { name, busy, text } = DEEDS[deed]
  const act = useWrite({
    send: (reason: string) =>
      freshly(() => request(`POST /api/admin/people/:id/${deed}`, { params: { id: person.id }, body: { reason } })),
    onSuccess: () => {
      onClose()
      if (deed === 'unfreeze-redemption')
        toast({ title: 'Proposed', description: 'Another admin has to confirm it under Reports.' })
      return client.invalidateQueries({ queryKey: ['admin-people'] })
    },
  })
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`${name}: ${person.username}`}
      confirm={name}
      destructive={deed === 'suspend' || deed === 'freeze-redemption' || deed === 'hide-streams'}
      busy={act.isPending ? busy : undefined}
      error={act.error ? errorText(act.error, errorTexts.moderate).description : undefined}
      onConfirm={(reason) => act.mutate(reason)}
    >
      {text}
    </ReasonDialog>
  )
}
