import type { Answer } from '@aura/api/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { request } from '#lib/api'
import { isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { serverNow } from '#lib/time/server-clock'
import { useTimes } from '#lib/time/times'
import { toastFailure } from '#lib/toast-failure'
import { useWrite } from '#lib/use-write'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { Card, Setting } from './card.tsx'
import { errorTexts } from './error-texts.ts'
import { deviceName, lastUse, lifeText } from './session-text.ts'
import styles from './settings.module.css'

type Session = Answer<'GET /api/user/sessions'>[number]

export function SessionsCard() {
  // Sessions change without notice to this page.
  const { data, error, refetch } = useQuery({
    ...read('GET /api/user/sessions'),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  return (
    <Card title="Sessions">
      {!data && !error && <Skeleton className="my-4 h-10" />}
      {error && (
        <Setting
          title="Your sessions didn’t load"
          note={errorText(error).description}
          action={
            <Button kind="secondary" size={40} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data?.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
      {data && data.length > 1 && <EndOthers />}
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const end = useEnd(() => request('POST /api/user/sessions/:id/end', { params: { id: session.id } }))
  const name = deviceName(session)
  const times = useTimes()
  return (
    <Setting
      icon={session.isPhone ? <Smartphone size={20} strokeWidth={1.75} /> : <Laptop size={20} strokeWidth={1.75} />}
      title={name}
      note={
        <>
          {session.isCurrent ? (
            <span className={styles.here}>This device</span>
          ) : (
            lastUse(new Date(session.lastUsedAt), new Date(serverNow()), times)
          )}
          <p>{lifeText(session, times)}</p>
        </>
      }
      action={
        !session.isCurrent && (
          <Button
            kind="secondary"
            size={40}
            aria-label={`Log out ${name}`}
            busy={end.isPending && 'Logging out...'}
            onClick={() => end.mutate()}
          >
            Log out
          </Button>
        )
      }
    />
  )
}

function EndOthers() {
  const end = useEnd(() => request('POST /api/user/sessions/end-others'))
  return (
    <Setting
      title={<span className="font-normal text-ink-2">Don’t recognise one? End every session except this one.</span>}
      action={
        <Button
          kind="ghost"
          size={40}
          className="text-danger"
          busy={end.isPending && 'Logging out...'}
          onClick={() => end.mutate()}
        >
          Log out everywhere else
        </Button>
      }
    />
  )
}

function useEnd(call: () => Promise<unknown>) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries(read('GET /api/user/sessions'))
  return useWrite({
    send: call,
    onSuccess: refetch,
    onError: (error) => {
      if (isUnauthorized(error)) return undefined
      void refetch()
      return toastFailure(error, errorTexts.endSession)
    },
  })
}
