import { westernNumber } from '@aura/api/amounts'
import type { AdminPerson } from '@aura/api/calls/moderation'
import { formatWhole } from '@aura/api/money'
import { INVITE_RULES } from '@aura/api/rules/invites'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { errorTexts } from './error-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Person = Pick<AdminPerson, 'id' | 'username'>

const invitesOf = (id: string) => read('GET /api/admin/people/:id/invites', { id })

export function PersonInvites({ person, isOwn }: { person: Person; isOwn: boolean }) {
  const [isGiving, setGiving] = useState(false)
  const times = useTimes()
  const { data, error, isFetching, refetch } = useQuery({ ...invitesOf(person.id), refetchOnWindowFocus: false })
  if (error && !data)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className="text-ink-2" role="status">
        Loading invites...
      </p>
    )
  const { left, next, extra, invitedBy, invited, invitedCount } = data
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2 text-sm wrap-anywhere">
      <p className="text-ink-2">
        {invitedBy.length === 0 ? (
          'Nobody invited them.'
        ) : (
          <>
            Invited by{' '}
            {invitedBy.map((each, step) => (
              <Fragment key={each.id}>
                {step > 0 && ', whom invited '}
                <Name {...each} />
              </Fragment>
            ))}
            .
          </>
        )}{' '}
        {formatWhole(left)} {left === 1 ? 'invite' : 'invites'} left
        {extra > 0 && `; admins gave ${formatWhole(extra)} so far`}.{' '}
        {next?.at && `The next one is earned on ${times.minute(next.at)}. `}
        {next && !next.at && `They earn one after ${next.daysToLearn} more days of learning. `}
        Invited {formatWhole(invitedCount)}.
      </p>
      {invited.length > 0 && (
        <ul className="grid gap-1" aria-label={`Invited by ${person.username}`}>
          {invited.map((row) => (
            <li key={row.person.id} className="wrap-anywhere">
              <Name {...row.person} />, {times.day(row.at)}
              {row.invited > 0 && `, invited ${formatWhole(row.invited)}`}
            </li>
          ))}
        </ul>
      )}
      {invitedCount > invited.length && <p className="text-ink-2">The newest {formatWhole(invited.length)}.</p>}
      {!isOwn && (
        <Button
          kind="secondary"
          size={40}
          aria-label={`Give invites: ${person.username}`}
          onClick={() => setGiving(true)}
        >
          Give invites
        </Button>
      )}
      {isGiving && <GiveDialog person={person} extra={extra} onClose={() => setGiving(false)} />}
    </div>
  )
}

const Name = ({ id, username }: Person) => (
  <Link href={paths.profileOf(id)} className="font-strong underline-offset-4 hover:underline">
    {username}
  </Link>
)

function GiveDialog({ person, extra, onClose }: { person: Person; extra: number; onClose: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useState(String(extra))
  const wanted = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  const isValid = wanted <= INVITE_RULES.extraMax
  const give = useWrite({
    send: (reason: string) =>
      freshly(() =>
        request('PUT /api/admin/people/:id/invites', { params: { id: person.id }, body: { extra: wanted, reason } }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(invitesOf(person.id).queryKey, saved)
      onClose()
      toast({
        title: 'Invites set',
        description: `${person.username} can invite ${formatWhole(saved.left)} people now.`,
      })
    },
  })
  const failure = give.error ? errorText(give.error, errorTexts.moderate).description : undefined
  const fault = isValid ? undefined : `Enter a whole number up to ${formatWhole(INVITE_RULES.extraMax)}.`
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title="Give invites"
      confirm="Set invites"
      busy={give.isPending ? 'Saving...' : undefined}
      error={fault ?? failure}
      onConfirm={(reason) => {
        if (isValid) give.mutate(reason)
      }}
      field={
        <Field
          label="Extra invites"
          inputMode="numeric"
          value={text}
          onText={(typed) => setText(westernNumber(typed))}
        />
      }
    >
      <span className="wrap-anywhere">
        For {person.username}. The number replaces the one before. The admin log keeps what you write.
      </span>
    </ReasonDialog>
  )
}
