import type { OwnInvite } from '@aura/api/calls/invites'
import { useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Row } from '#ui/layout/rows'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'
import { errorTexts } from './error-texts.ts'
import { STATUS_NAMES } from './invite-text.ts'
import { ShareInvite } from './share-invite.tsx'

export function InviteRow({ invite }: { invite: OwnInvite }) {
  const times = useTimes()
  const { id, status, createdAt, expiresAt, invited, usedAt } = invite
  const made = `made ${times.minute(createdAt)}`
  const note = {
    open: `Expires ${times.minute(expiresAt)}`,
    unavailable: 'Nobody can join with it while your account is restricted.',
    used: usedAt && `Joined ${times.minute(usedAt)}`,
    expired: `Nobody joined until ${times.minute(expiresAt)}. You have the invite back.`,
    withdrawn: 'You have the invite back.',
  }[status]
  return (
    <Row
      picture={invited && <PersonRing person={invited} size={40} />}
      icon={invited ? undefined : <Link2 size={20} strokeWidth={1.75} />}
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0">{status === 'used' ? <Joined invited={invited} /> : `Link ${made}`}</span>
          {status !== 'used' && <Badge tone={status === 'open' ? 'strong' : 'neutral'}>{STATUS_NAMES[status]}</Badge>}
        </span>
      }
      note={note}
      action={
        (status === 'open' || status === 'unavailable') && (
          <div className="flex flex-wrap gap-2">
            {status === 'open' && <ShareInvite id={id} about={made} />}
            <Withdraw id={id} about={made} />
          </div>
        )
      }
    />
  )
}

const Joined = ({ invited }: Pick<OwnInvite, 'invited'>) =>
  invited ? <Link href={paths.profileOf(invited.id)}>{invited.username}</Link> : 'An account that was deleted'

function Withdraw({ id, about }: { id: string; about: string }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const refetch = () => client.invalidateQueries(read('GET /api/invites'))
  const withdraw = useWrite({
    send: (_: null) => request('POST /api/invites/:id/withdraw', { params: { id } }),
    onSuccess: async () => {
      setOpen(false)
      toast({ title: 'Invite withdrawn', description: 'You can make another one.' })
      await refetch()
    },
    onError: () => void refetch(),
  })
  return (
    <>
      <Button kind="secondary" size={40} aria-label={`Withdraw: ${about}`} onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => {
          setOpen(false)
          withdraw.reset()
        }}
        title="Withdraw this invite?"
        confirm="Withdraw invite"
        destructive
        busy={withdraw.isPending ? 'Withdrawing...' : undefined}
        error={withdraw.error ? errorText(withdraw.error, errorTexts.withdraw).description : undefined}
        onConfirm={() => withdraw.mutate(null)}
      >
        Its link no longer works, and you get the invite back.
      </ConfirmDialog>
    </>
  )
}
