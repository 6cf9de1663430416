import type { Answer } from '@aura/api/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { errorTexts } from '#features/notifications'
import { request } from '#lib/api'
import { isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { useFeatures } from '#lib/features-context'
import type { Parts } from '#lib/parts'
import { read, readKey } from '#lib/query-client'
import { useParts } from '#lib/use-parts'
import { Skeleton } from '#ui/feedback/skeleton'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Switch } from '#ui/forms/check'
import { Card, Setting } from './card.tsx'
import styles from './settings.module.css'

type Preferences = Answer<'GET /api/notifications/preferences'>
type Preference = Preferences[number]

declare module '#lib/parts' {
  interface Parts {
    /** When some notifications come, above their kinds. */
    readonly NotificationTimes?: ComponentType
    /** Texts of the notifications people can turn off. */
    readonly notifications?: Readonly<Partial<Record<Preference['type'], { label: string; note: string }>>>
  }
}

export function NotificationsCard() {
  const { data, error, refetch } = useQuery(read('GET /api/notifications/preferences'))
  const change = useChange()
  const features = useFeatures()
  const parts = useParts()
  const texts: NonNullable<Parts['notifications']> = Object.assign(
    {},
    ...parts.map(({ notifications }) => notifications),
  )
  return (
    <Card title="Notifications">
      {!data && !error && <Skeleton className="my-4 h-10" />}
      {error && (
        <Setting
          title="Your preferences didn’t load"
          note={errorText(error).description}
          action={
            <Button kind="secondary" size={40} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      <div className={styles.switches}>
        {features.map(
          ({ name, NotificationSettings }) =>
            NotificationSettings && (
              <Suspense key={name}>
                <NotificationSettings />
              </Suspense>
            ),
        )}
        {parts.map(({ NotificationTimes }, index) => NotificationTimes && <NotificationTimes key={String(index)} />)}
        {data?.map(({ type, isOn }) => {
          const text = texts[type]
          return (
            text && (
              <Switch key={type} {...text} checked={isOn} onChange={(next) => change.mutate({ type, isOn: next })} />
            )
          )
        })}
      </div>
    </Card>
  )
}

/** Optimistic update; reverted on failure. */
function useChange() {
  const client = useQueryClient()
  const key = readKey('GET /api/notifications/preferences')
  const show = ({ type, isOn }: Preference) =>
    client.setQueryData<Preferences>(key, (all) => all?.map((each) => (each.type === type ? { type, isOn } : each)))
  return useMutation({
    scope: { id: 'notification-preferences' },
    mutationFn: (preference: Preference) => request('POST /api/notifications/preferences', { body: preference }),
    onMutate: show,
    onError: (error, { type, isOn }) => {
      show({ type, isOn: !isOn })
      if (!isUnauthorized(error)) toast({ ...errorText(error, errorTexts.preferences), kind: 'destructive' })
    },
  })
}
