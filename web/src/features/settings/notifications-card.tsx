import type { Answer } from '@aura/api/calls'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense } from 'react'
import { errorTexts } from '#features/notifications'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useFeatures } from '#lib/features-context'
import type { Parts } from '#lib/parts'
import { read } from '#lib/query-client'
import { toastFailure } from '#lib/toast-failure'
import { useParts } from '#lib/use-parts'
import { Skeleton } from '#ui/feedback/skeleton'
import { Button } from '#ui/forms/button'
import { BareSwitch } from '#ui/forms/check'
import { Card, Setting } from './card.tsx'
import styles from './settings.module.css'

type Preferences = Answer<'GET /api/notifications/preferences'>
type Preference = Preferences[number]
type Change = { type: Preference['type']; channel: 'bell' | 'device'; isOn: boolean }

const preferences = read('GET /api/notifications/preferences')

declare module '#lib/parts' {
  interface Parts {
    /** Times of some notifications, shown above their kinds. */
    readonly NotificationTimes?: ComponentType
    readonly notifications?: Readonly<Partial<Record<Preference['type'], { label: string; note: string }>>>
  }
}

export function NotificationsCard() {
  const { data, error, refetch } = useQuery(preferences)
  const change = useChange()
  const pending = usePending()
  const features = useFeatures()
  const parts = useParts()
  return (
    <Card title="Notifications">
      {!data && !error && <Skeleton className="my-4 h-10" />}
      {error && !data && (
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
      </div>
      {data && <Kinds all={pending.reduce(changed, data)} onChange={change.mutate} />}
    </Card>
  )
}

function Kinds({ all, onChange }: { all: Preferences; onChange: (change: Change) => void }) {
  const parts = useParts()
  const texts: NonNullable<Parts['notifications']> = Object.assign(
    {},
    ...parts.map(({ notifications }) => notifications),
  )
  return (
    <table className={styles.kinds}>
      <caption>Kinds of notification, in the bell and on your devices</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Bell</th>
          <th scope="col">Devices</th>
        </tr>
      </thead>
      <tbody>
        {all.map((preference) => {
          const { type } = preference
          const text = texts[type]
          return (
            text && (
              <tr key={type}>
                <Kind {...text} />
                {CHANNELS.map(({ channel, where }) => (
                  <td key={channel}>
                    <BareSwitch
                      label={`${text.label} ${where}`}
                      checked={preference[channel]}
                      onChange={(isOn) => onChange({ type, channel, isOn })}
                    />
                  </td>
                ))}
              </tr>
            )
          )
        })}
        <tr>
          <Kind
            label="Security"
            note="Changes to your wallet, X or devices, moderation, and reminders you asked for."
          />
          <td colSpan={2}>Always on</td>
        </tr>
      </tbody>
    </table>
  )
}

const CHANNELS = [
  { channel: 'bell', where: 'in the bell' },
  { channel: 'device', where: 'on your devices' },
] as const

const Kind = ({ label, note }: { label: string; note: string }) => (
  <th scope="row">
    {label}
    <span>{note}</span>
  </th>
)

const CHANGE = ['notification-preference']

const changed = (all: Preferences, { type, channel, isOn }: Change): Preferences =>
  all.map((each) => (each.type === type ? { ...each, [channel]: isOn } : each))

/** Returns the changes being saved, which are shown as if saved. */
const usePending = () =>
  useMutationState({
    filters: { mutationKey: CHANGE, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  })

function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: 'notification-preferences' },
    mutationFn: (change: Change) => request('POST /api/notifications/preferences', { body: change }),
    onSuccess: (_, change) => {
      client.setQueryData(preferences.queryKey, (all: Preferences | undefined) => all && changed(all, change))
    },
    onError: (error) => {
      // The change may have arrived without a response.
      void client.invalidateQueries(preferences)
      return toastFailure(error, errorTexts.preferences)
    },
  })
}
