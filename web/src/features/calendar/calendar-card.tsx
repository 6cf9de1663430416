import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Card, Setting } from '#features/settings'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { PartFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button, buttonClass } from '#ui/forms/button'
import { CopyButton } from '#ui/forms/copy-button'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'

const address = read('GET /api/calendar')

const absolute = (path: string): string => new URL(path, location.origin).href

/** Addresses that calendar programs subscribe to. */
export function CalendarCard() {
  const { data, error, isFetching, refetch } = useQuery(address)
  return (
    <Card title="Calendar">
      <Setting
        title="My battles"
        note={
          <>
            Your battles, those of people you follow, and those you are notified of. The address is private: anyone who
            has it can read them.
            {data?.path && <Address path={data.path} />}
          </>
        }
        action={
          error && !data ? (
            <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
          ) : data ? (
            <PrivateActions path={data.path} />
          ) : (
            <Skeleton className="h-10 w-54" />
          )
        }
      />
      <Setting
        title="All battles"
        note={
          <>
            Every accepted battle, for everyone.
            <Address path="/battles.ics" />
          </>
        }
        action={<Open path="/battles.ics" />}
      />
    </Card>
  )
}

function Address({ path }: { path: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 break-all text-ink">{absolute(path)}</span>
      <CopyButton text={absolute(path)} label="Copy address" />
    </span>
  )
}

/** Calendar programs register the scheme `webcal`. */
function Open({ path }: { path: string }) {
  return (
    <a href={absolute(path).replace(/^https?:/, 'webcal:')} className={buttonClass('secondary', 40)}>
      Subscribe
    </a>
  )
}

function PrivateActions({ path }: { path: string | null }) {
  const client = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite({
    send: (isWanted: boolean) => request(`${isWanted ? 'PUT' : 'DELETE'} /api/calendar`),
    onSuccess: (saved) => {
      client.setQueryData(address.queryKey, saved)
      setIsAsking(false)
    },
    onError: (failure) =>
      toastFailure(failure, { title: 'Error', description: 'Your address wasn’t changed. Try again.' }),
  })
  if (path === null)
    return (
      <Button kind="secondary" size={40} busy={isPending && 'Making...'} onClick={() => mutate(true)}>
        Make an address
      </Button>
    )
  return (
    <>
      <Open path={path} />
      <Button kind="ghost" size={40} onClick={() => setIsAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Remove your calendar address?"
        confirm="Remove address"
        busy={isPending ? 'Removing...' : undefined}
        onConfirm={() => mutate(false)}
        destructive
      >
        Calendars that use it stop updating. You can make a new one at any time.
      </ConfirmDialog>
    </>
  )
}
