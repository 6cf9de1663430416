import { isCancelled, isOpen } from '@aura/api/battle-statuses'
import { AURA_LEVELS } from '@aura/api/levels'
import { type ComponentProps, useId, useState } from 'react'
import { Link, useSearch } from 'wouter'
import { EmptyDuel } from '#aura/empty-duel.tsx'
import { useCurrentUser } from '#features/auth'
import { errorText } from '#lib/error-text'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/load-failed'
import { Skeleton } from '#ui/feedback/skeleton'
import { buttonClass } from '#ui/forms/button'
import { CopyButton } from '#ui/forms/copy-button'
import { FieldTop } from '#ui/forms/field-frame'
import { Segmented } from '#ui/forms/segmented'
import { Select } from '#ui/forms/select'
import { useList } from '../list/use-list.ts'
import { ownPages } from '../shared/battle-reads.ts'
import { type Battle, battleTitle, nameOf, takesPart } from '../shared/battle-view.ts'
import { Recruit } from '../shared/recruit.tsx'
import { useBattle } from '../shared/use-battle.ts'
import { AlertPreviews } from './alert-previews.tsx'
import { playAlertTone } from './alert-tone.ts'
import { ALERT_COLORS, type AlertColor, readStageOptions, stageQuery } from './stage-options.ts'
import styles from './stream-screen.module.css'

const SIZES = [
  { value: '0.75', name: 'Small' },
  { value: '1', name: 'Medium' },
  { value: '1.5', name: 'Large' },
] as const
const SCENES = [
  { value: 'dark', name: 'Dark' },
  { value: 'light', name: 'Light' },
] as const
const BANNERS = [
  { value: 'on', name: 'Shown' },
  { value: 'off', name: 'Hidden' },
] as const
const FIELDS = [
  { value: 'on', name: 'Field and scores' },
  { value: 'off', name: 'Scores only' },
] as const
const ALERTS = [
  { value: 'on', name: 'Shown' },
  { value: 'off', name: 'Hidden' },
] as const
const SOUNDS = [
  { value: 'off', name: 'Silent' },
  { value: 'on', name: 'A tone' },
] as const
const COLORS = ALERT_COLORS.map((value) => ({ value, label: colorName(value) }))

function colorName(color: AlertColor): string {
  if (color === 'sides') return 'Colours of the two sides'
  if (color === 'none') return 'Black and white'
  return AURA_LEVELS.find(({ key }) => key === color)?.name ?? color
}

export default function StreamScreen() {
  const asked = new URLSearchParams(useSearch()).get('battle')?.toLowerCase() ?? null
  return (
    <main className={`page ${styles.screen}`}>
      <h1 className="h1">Show a battle on your stream</h1>
      <p className={styles.lead}>
        A transparent page for the browser source of your streaming program: names, scores, gifts, clock and result,
        live. It needs no sign-in and has no buttons.
      </p>
      {asked === null ? <OwnBattle /> : <AskedBattle id={asked} />}
    </main>
  )
}

function OwnBattle() {
  const { items, error, isPending, isFetching, refetch } = useList(ownPages())
  if (isPending) return <Skeleton className="h-60" />
  if (!items)
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  const battles = items.filter(({ status }) => !isCancelled(status))
  if (battles.length > 0) return <Steps battles={battles} />
  return (
    <EmptyState
      picture={<EmptyDuel />}
      title="You have no battle yet"
      action={
        <Link href={paths.battles} className={buttonClass('primary', 48)}>
          Live Battles
        </Link>
      }
    >
      Challenge somebody, or open any battle and press “Show on stream” there.
    </EmptyState>
  )
}

function AskedBattle({ id }: { id: string }) {
  const { data, error, isPending, isFetching, refetch } = useBattle(id)
  if (isPending) return <Skeleton className="h-60" />
  if (!data)
    return <LoadFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  return <Steps battles={[data]} />
}

function Steps({ battles }: { battles: readonly Battle[] }) {
  const times = useTimes()
  const me = useCurrentUser()
  const [chosen, setChosen] = useState(battles[0]?.id ?? '')
  const [options, setOptions] = useState(readStageOptions('?alerts=on'))
  const nameOfBattle = (battle: Battle) =>
    [
      battleTitle(battle),
      `${nameOf(battle.challenger)} against ${nameOf(battle.opponent)}`,
      times.minute(battle.battleStartsAt),
    ].join(' · ')
  const battle = battles.find(({ id }) => id === chosen)
  const address = `${location.origin}${paths.overlay(chosen)}${stageQuery(options)}`
  return (
    <>
      <ol className={styles.steps}>
        <li>
          <h2>Choose the battle and its look</h2>
          <Select
            label="Battle"
            items={battles.map((battle) => ({ value: battle.id, label: nameOfBattle(battle) }))}
            value={chosen}
            onChange={setChosen}
          />
          <div className={styles.looks}>
            <Look
              label="Size"
              items={SIZES}
              value={String(options.scale)}
              onChange={(scale) => setOptions({ ...options, scale: Number(scale) })}
            />
            <Look
              label="Theme"
              items={SCENES}
              value={options.theme}
              onChange={(theme) => setOptions({ ...options, theme: theme === 'light' ? 'light' : 'dark' })}
            />
            <Look
              label="Contents"
              items={FIELDS}
              value={options.hasField ? 'on' : 'off'}
              onChange={(field) => setOptions({ ...options, hasField: field === 'on' })}
            />
            <Look
              label="Gift banners"
              items={BANNERS}
              value={options.hasBanners ? 'on' : 'off'}
              onChange={(banners) => setOptions({ ...options, hasBanners: banners === 'on' })}
            />
          </div>
          <h3>Alerts</h3>
          <p>A gift, a change of the lead, the final minute and the win are shown large, one after the other.</p>
          <div className={styles.looks}>
            <Look
              label="On the overlay"
              items={ALERTS}
              value={options.hasAlerts ? 'on' : 'off'}
              onChange={(alerts) => setOptions({ ...options, hasAlerts: alerts === 'on' })}
            />
            {options.hasAlerts && (
              <>
                <Look
                  label="Size of alerts"
                  items={SIZES}
                  value={String(options.alertScale)}
                  onChange={(scale) => setOptions({ ...options, alertScale: Number(scale) })}
                />
                <Look
                  label="Sound of alerts"
                  items={SOUNDS}
                  value={options.hasSound ? 'on' : 'off'}
                  onChange={(sound) => {
                    setOptions({ ...options, hasSound: sound === 'on' })
                    if (sound === 'on') void playAlertTone()
                  }}
                />
              </>
            )}
          </div>
          {options.hasAlerts && (
            <>
              <Select
                label="Colour of alerts"
                items={COLORS}
                value={options.alertColor}
                onChange={(alertColor) => setOptions({ ...options, alertColor })}
              />
              {battle && <AlertPreviews battle={battle} options={options} />}
            </>
          )}
        </li>
        <li>
          <h2>Copy its address</h2>
          <p className={styles.address}>
            <code>{address}</code>
            <CopyButton text={address} label="Copy the address" />
          </p>
          <a className={buttonClass('secondary', 40)} href={address} target="_blank" rel="noreferrer">
            Open it here first
          </a>
        </li>
        <li>
          <h2>Add it to your scene</h2>
          <p>
            In OBS Studio or a similar program, add a browser source and paste the address. 1920 by 1080 covers the
            scene, 1920 by 160 is a strip with names, scores and clock. Leave the custom CSS empty.
          </p>
        </li>
      </ol>
      {battle && takesPart(battle, me.id) && isOpen(battle.status) && (
        <section className={styles.bring} aria-label="Bring your people">
          <h2 className="h3">Bring your people</h2>
          <Recruit battle={battle} viewerId={me.id} showsTimeLeft />
        </section>
      )}
    </>
  )
}

type LookProps<Value extends string> = Omit<ComponentProps<typeof Segmented<Value>>, 'label' | 'labelledBy'>

function Look<Value extends string>({ label, ...choice }: LookProps<Value> & { label: string }) {
  const id = useId()
  return (
    <div className={styles.look}>
      <FieldTop>
        <span id={id}>{label}</span>
      </FieldTop>
      <Segmented labelledBy={id} {...choice} />
    </div>
  )
}
