import { STREAK_RULES } from '@aura/api/rules/streak'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCurrentUser } from '#features/auth'
import { refetchDay } from '#features/lessons'
import { request } from '#lib/api'
import { ApiError, isUnauthorized } from '#lib/api-error'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { countdown } from '#lib/time/countdown'
import { useServerNow } from '#lib/time/server-clock'
import { browserTimeZone, isSameTimeZone } from '#lib/time/time-zones'
import { type Times, useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { Select } from '#ui/forms/select'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'
import { Card, Setting } from './card.tsx'
import { errorTexts } from './error-texts.ts'
import styles from './settings.module.css'
import { timeZones, zoneLabel } from './zone-list.ts'

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
        title="Your day ends at midnight in"
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
      <OtherZone timeZone={timeZone} onChoose={setWanted} />
      <ChangeZone wanted={wanted} onClose={() => setWanted(null)} />
    </Card>
  )
}

interface OtherZoneProps {
  timeZone: string
  onChoose: (zone: string) => void
}

function OtherZone({ timeZone, onChoose }: OtherZoneProps) {
  const here = browserTimeZone()
  if (here !== undefined && isSameTimeZone(here, timeZone)) return null
  if (here !== undefined) {
    return (
      <Setting
        title={<span className="font-normal text-ink-2">{zoneNote(here, timeZone)}</span>}
        action={
          <Button kind="secondary" size={40} onClick={() => onChoose(here)}>
            Use {here.replaceAll('_', ' ')}
          </Button>
        }
      />
    )
  }
  // A zone other than UTC was chosen deliberately.
  if (timeZone !== 'UTC') return null
  return (
    <Setting
      title={
        <span className="font-normal text-ink-2">
          We couldn’t detect your time zone, so your day ends at midnight UTC. Choose your time zone above.
        </span>
      }
    />
  )
}

const zoneNote = (here: string, timeZone: string): string =>
  `This device is set to ${here.replaceAll('_', ' ')}. Your day and all times on Aura follow ${timeZone.replaceAll('_', ' ')}.`

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
      You can change this once per {STREAK_RULES.timeZoneChangeDays} days.
    </>
  )
}

/** Asks for confirmation, because the zone can't be changed again for a week. */
function ChangeZone({ wanted, onClose }: { wanted: string | null; onClose: () => void }) {
  const client = useQueryClient()
  const { timeZone } = useCurrentUser()
  const times = useTimes()
  // Keeps the text while the dialog closes.
  const [shown, setShown] = useState('UTC')
  if (wanted !== null && wanted !== shown) setShown(wanted)
  const change = useWrite({
    send: (zone: string) => request('POST /api/user/time-zone', { body: { timeZone: zone } }),
    onSuccess: async () => {
      toast({ title: 'Time zone updated', durationMs: 3_000 })
      await refetchDay(client)
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
      error={change.error && !isUnauthorized(change.error) ? failure(change.error, times) : undefined}
      onConfirm={() => change.mutate(shown)}
      facts={[
        ['Now', zoneLabel(timeZone, now)],
        ['Then', zoneLabel(shown, now)],
      ]}
    >
      <p>
        Your day, lessons and streak then follow midnight in that zone. Your day never moves back, and days the change
        skips don’t count as missed. You can’t change it again for {STREAK_RULES.timeZoneChangeDays} days.
      </p>
    </ConfirmDialog>
  )
}

function failure(error: unknown, times: Times): string {
  const { description } = errorText(error, errorTexts.timeZone)
  const at = error instanceof ApiError ? error.data.changeableAt : undefined
  return typeof at === 'string' ? `${description}. You can change it again from ${times.minute(at)}.` : description
}
