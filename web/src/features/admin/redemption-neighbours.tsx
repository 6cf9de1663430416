import type { Neighbour, ReviewedRedemption } from '@aura/api/calls/moderation/redemption-desk'
import { formatWhole } from '@aura/api/money'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Dialog, DialogBody, DialogHeader } from '#ui/overlay/dialog'
import { errorTexts } from './error-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'

const REASONS: Record<Neighbour['reasons'][number]['kind'], string> = {
  device: 'same device',
  turns: 'one device in turns',
  address: 'same address',
  funder: 'same payer',
  wallet: 'same wallet',
  predecessor: 'an earlier account of one of them',
}

/** Returns the score and its reasons, such as '120 (same device 95 (3 accounts), same payer 25)'. */
export function evidenceText({ score, reasons }: Pick<Neighbour, 'score' | 'reasons'>): string {
  const named = reasons.map(
    ({ kind, points, accounts }) =>
      `${REASONS[kind]} ${points}${accounts === null ? '' : ` (${formatWhole(accounts)} accounts)`}`,
  )
  return named.length === 0 ? formatWhole(score) : `${formatWhole(score)} (${named.join(', ')})`
}

type Person = ReviewedRedemption['person']

interface RedemptionNeighboursProps {
  id: string
  person: Person
  onClose: () => void
}

export function RedemptionNeighbours({ id, person, onClose }: RedemptionNeighboursProps) {
  return (
    <Dialog open onClose={onClose} phone="full" place="docked">
      <DialogHeader title={`Related accounts of ${person.username}`} />
      <DialogBody>
        <Neighbours id={id} person={person} />
      </DialogBody>
    </Dialog>
  )
}

function Neighbours({ id, person }: { id: string; person: Person }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read('GET /api/admin/redemptions/:id', { id }),
    refetchOnWindowFocus: false,
  })
  if (error && !data)
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <p className="text-ink-2" role="status">
        Loading related accounts...
      </p>
    )
  return (
    <div className="grid gap-2 text-sm wrap-anywhere">
      <p className="text-ink-2">
        Signed since the day before this request, withdrawn or not: {formatWhole(data.redeemed)} Steeze.
      </p>
      {data.neighbours.length === 0 && <p>No account has anything in common with this one.</p>}
      <ul className="grid gap-2" aria-label={`Accounts around ${person.username}`}>
        {data.neighbours.map((neighbour) => (
          <NeighbourRow key={neighbour.person.id} of={person} neighbour={neighbour} />
        ))}
      </ul>
    </div>
  )
}

function NeighbourRow({ of, neighbour }: { of: Person; neighbour: Neighbour }) {
  const { person, isRelated, clearedReason, gifted } = neighbour
  const [isOpen, setOpen] = useState(false)
  const verb = clearedReason === null ? 'Not related' : 'Undo'
  return (
    <li className="grid justify-items-start gap-2">
      <span>
        <Link href={paths.profileOf(person.id)} className="font-strong underline-offset-4 hover:underline">
          {person.username}
        </Link>
        : score {evidenceText(neighbour)}, {isRelated ? 'related' : 'not related'}. Gifted {formatWhole(gifted)} Steeze.
        {clearedReason !== null && (
          <>
            {' '}
            An admin said they aren’t related: <bdi>{clearedReason}</bdi>
          </>
        )}
      </span>
      {(isRelated || clearedReason !== null) && (
        <Button kind="secondary" size={40} aria-label={`${verb}: ${person.username}`} onClick={() => setOpen(true)}>
          {verb}
        </Button>
      )}
      {isOpen && <RelationDialog of={of} neighbour={neighbour} onClose={() => setOpen(false)} />}
    </li>
  )
}

interface RelationDialogProps {
  of: Person
  neighbour: Neighbour
  onClose: () => void
}

function RelationDialog({ of, neighbour: { person, clearedReason }, onClose }: RelationDialogProps) {
  const client = useQueryClient()
  const isClearing = clearedReason === null
  const judge = useWrite({
    send: (reason: string) =>
      freshly(() =>
        request(`POST /api/admin/people/:id/related/:otherId/${isClearing ? 'clear' : 'restore'}`, {
          params: { id: of.id, otherId: person.id },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      onClose()
      toast({ title: isClearing ? 'Not related' : 'Undone', description: `${of.username} and ${person.username}.` })
      return client.invalidateQueries()
    },
  })
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={isClearing ? `${of.username} and ${person.username} aren’t one person?` : 'Let the score decide again?'}
      confirm={isClearing ? 'Not related' : 'Undo'}
      busy={judge.isPending ? 'Saving...' : undefined}
      error={judge.error ? errorText(judge.error, errorTexts.moderate).description : undefined}
      onConfirm={(reason) => judge.mutate(reason)}
    >
      {isClearing
        ? 'They can gift, stake and vouch as any two people. Both read what you write, and the admin log keeps it.'
        : 'If it is high enough, what they do for one another doesn’t count, and both are told. The admin log keeps what you write.'}
    </ReasonDialog>
  )
}
