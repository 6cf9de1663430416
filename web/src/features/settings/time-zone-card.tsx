import { RULES } from '@aura/api/rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCurrentUser } from '#features/auth/public'
import { request } from '#lib/api'
import { ApiError, isUnauthorized } from '#lib/api-error'
import { countdown } from '#lib/countdown'
import { errorText } from '#lib/error-text'
import { minuteText } from '#lib/moment-text'
import { read } from '#lib/query-client'
import { useServerNow } from '#lib/server-clock'
import { ConfirmDialog } from '#ui/confirm-dialog'
import { Select } from '#ui/select'
import { toast } from '#ui/toast'
import { Card, Setting } from './card.tsx'
import styles from './settings.module.css'
import { timeZones, zoneLabel } from './time-zones.ts'

/** Where this person's day begins and ends. */
export function TimeZoneCard() {
  const { timeZone } = useCurrentUser()
  const [wanted, setWanted] = useState<string | null>(null)
  const items = useMemo(() => {
    const now = new Date()
    return timeZones(['UTC', timeZone]).map((zone) => ({ value: zone, label: zoneLabel(zone, now) }))
  }, [timeZone])
  return (
    <Card title="Time zone">
      <Setting
        title="Your day ends at midnight, here"
        note={<Reset />}
        action={
          <div className={styles.zone}>
            <Select
              label={<span className="sr-only">Time zone</span>}
              items={items}
              value={timeZone}
              onChange={(zone) => zone !== timeZone && setWanted(zone)}
            />
          </div>
        }
      />
      <ChangeZone wanted={wanted} onClose={() => setWanted(null)} />
    </Card>
  )
}

function Reset() {
  const lessons = useQuery(read('GET /api/lessons/daily'))
  const until = lessons.data?.[0]?.availableUntil
  const nowMs = useServerNow(until === undefined ? null : 1_000)
  return (
    <>
      {until !== undefined && (
        <>
          Lessons reset in <b className="num">{countdown(Date.parse(until) - nowMs)}</b>.{' '}
        </>
      )}
      You can change this once per {RULES.timeZoneChangeDays} days.
    </>
  )
}

/** Asks first: it can't be changed back for a week. */
function ChangeZone({ wanted, onClose }: { wanted: string | null; onClose: () => void }) {
  const client = useQueryClient()
  const { timeZone } = useCurrentUser()
  // Stays readable while the dialog leaves.
  const [shown, setShown] = useState('UTC')
  if (wanted !== null && wanted !== shown) setShown(wanted)
  const change = useMutation({
    mutationFn: (zone: string) => request('POST /api/user/time-zone', { body: { timeZone: zone } }),
    onSuccess: async () => {
      toast({ title: 'Time zone updated', durationMs: 3_000 })
      await Promise.all([
        client.invalidateQueries(read('GET /api/auth/user')),
        client.invalidateQueries(read('GET /api/lessons/daily')),
      ])
      onClose()
    },
  })
  const close = () => {
    change.reset()
    onClose()
  }
  const now = new Date()
  return (
    <ConfirmDialog
      open={wanted !== null}
      onClose={close}
      title="Change your time zone?"
      confirm="Change time zone"
      busy={change.isPending ? 'Changing...' : undefined}
      error={change.error && !isUnauthorized(change.error) ? failure(change.error) : undefined}
      onConfirm={() => change.mutate(shown)}
      facts={[
        ['Now', zoneLabel(timeZone, now)],
        ['Then', zoneLabel(shown, now)],
      ]}
    >
      <p>
        Your day, your lessons and your streak follow midnight there. Your day never goes back, and days the change
        skips are not missed. For {RULES.timeZoneChangeDays} days it can’t be changed again.
      </p>
    </ConfirmDialog>
  )
}

function failure(error: unknown): string {
  const { description } = errorText(error, 'timeZone')
  const at = error instanceof ApiError ? error.data.changeableAt : undefined
  return typeof at === 'string' ? `${description}: again from ${minuteText(at)}.` : description
}
