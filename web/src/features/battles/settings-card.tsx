import type { Challengers } from '@aura/api/calls/battles/challenges'
import { useId } from 'react'
import { CalendarCard } from '#features/calendar'
import { Card, Setting } from '#features/settings'
import { errorText } from '#lib/error-text'
import { PartFailed } from '#ui/feedback/load-failed'
import { Segmented } from '#ui/forms/segmented'
import { PracticeSetting } from './practice/practice-setting.tsx'
import { StreamSetting } from './streams/stream-setting.tsx'
import { useChallengers } from './use-challengers.ts'

const ITEMS = [
  { value: 'everybody', name: 'Everybody' },
  { value: 'known', name: 'People I know' },
  { value: 'nobody', name: 'Nobody' },
] as const

const NOTES: Record<Challengers, string> = {
  everybody: 'Anyone you haven’t blocked can challenge you, and sees you as online while you use Aura.',
  known: 'Only people you follow, and those who backed you with USDC.',
  nobody: 'Nobody can challenge you or ask you for a rematch.',
}

export default function BattleSettingsCard() {
  const id = useId()
  const { value, choose, error, isFetching, refetch } = useChallengers()
  return (
    <>
      <Card title="Challenges">
        {error && value === undefined && (
          <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
        )}
        <Setting
          title={<span id={id}>Who can challenge me</span>}
          note={value === undefined ? 'Loading...' : NOTES[value]}
          action={
            <Segmented
              labelledBy={id}
              items={ITEMS}
              value={value ?? 'everybody'}
              disabled={value === undefined}
              onChange={choose}
            />
          }
        />
      </Card>
      <Card title="Practice of rounds">
        <PracticeSetting />
      </Card>
      <StreamSetting />
      <CalendarCard />
    </>
  )
}
