import type { Answer } from '@aura/api/calls'
import { useQueryClient } from '@tanstack/react-query'
import { Check, Minus, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { request } from '#lib/api'
import { freshly } from '#lib/freshly'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Badge } from '#ui/feedback/badge'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'

type Entry = Answer<'GET /api/whitelist'>[number]

const Address = ({ address }: { address: string }) => (
  <span className={styles.address}>
    <b>{address.slice(0, 6)}</b>
    {address.slice(6, -4)}
    <b>{address.slice(-4)}</b>
  </span>
)

export function WhitelistRow({ entry }: { entry: Entry }) {
  const { walletAddress: own } = useCurrentUser()
  const times = useTimes()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)
  useEffect(() => {
    if (isAsking) keep.current?.focus()
    else if (wasAsking.current) opener.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])
  const refetch = () => client.invalidateQueries({ queryKey: ['whitelist'] })
  const remove = useWrite({
    send: () =>
      freshly(() =>
        request('DELETE /api/whitelist/:walletAddress', { params: { walletAddress: entry.walletAddress } }),
      ),
    onSuccess: () => {
      toast({ title: 'Wallet removed from whitelist successfully', durationMs: 3_000 })
      return refetch()
    },
    onError: (failure) => toastFailure(failure, errorTexts.removeWallet),
    onSettled: () => setAsking(false),
  })
  const add = useWrite({
    send: () => freshly(() => request('POST /api/whitelist', { body: { walletAddress: entry.walletAddress } })),
    onSuccess: () => {
      toast({ title: 'Wallet added to whitelist successfully', durationMs: 3_000 })
      return refetch()
    },
    onError: (failure) => toastFailure(failure, errorTexts.addWallet),
  })
  if (isAsking) {
    return (
      <li className={styles.asked}>
        <Address address={entry.walletAddress} />
        <span>Remove this wallet? Its sessions end now.</span>
        <span className={styles.actions}>
          <Button ref={keep} kind="secondary" size={40} onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button kind="danger" size={40} busy={remove.isPending && 'Removing...'} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </span>
      </li>
    )
  }
  return (
    <li className={styles.row}>
      <Address address={entry.walletAddress} />
      <Badge tone={entry.isActive ? 'ok' : 'neutral'}>
        {entry.isActive ? <Check size={14} aria-hidden="true" /> : <Minus size={14} aria-hidden="true" />}
        {entry.isActive ? 'Active' : 'Inactive'}
      </Badge>
      <span className={`${styles.wide} text-compact text-ink-2`}>
        {entry.note}
        {entry.note && ' '}
        <span className="text-sm text-ink-3">
          added by {entry.addedBy ? entry.addedBy.username : 'the command line'}
        </span>
      </span>
      <time className="text-sm text-ink-2" dateTime={entry.createdAt}>
        {times.day(entry.createdAt)}
      </time>
      {!entry.isActive ? (
        <IconButton
          label={`Activate ${entry.walletAddress} again`}
          aria-disabled={add.isPending || undefined}
          icon={<RotateCcw size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => !add.isPending && add.mutate()}
        />
      ) : entry.walletAddress === own ? (
        <span className="text-center text-sm text-ink-3">You</span>
      ) : (
        <IconButton
          ref={opener}
          label={`Remove ${entry.walletAddress}`}
          icon={<Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        />
      )}
    </li>
  )
}
