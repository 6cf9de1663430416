import { isOpen } from '@aura/api/battle-statuses'
import type { Answer } from '@aura/api/calls'
import { formatWhole } from '@aura/api/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { useLiveAtOnce } from '#lib/live/use-live'
import { readKey } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { PAGE, usePages } from '#lib/use-pages'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { StatusBadge } from '#ui/feedback/status-badge'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { errorTexts } from './error-texts.ts'
import { ListEnd } from './list-end.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Battle = Answer<'GET /api/battles'>[number]

export default function BattlesScreen() {
  useLiveAtOnce('battles')
  const [live, upcoming] = [useBattles('live'), useBattles('upcoming')]
  const next = live.hasNextPage || !live.items ? live : upcoming
  const loaded = [...(live.items ?? []), ...(next === live ? [] : (upcoming.items ?? []))]
  const battles = loaded.filter(({ status }) => isOpen(status))
  return (
    <AdminFrame title="Battles">
      <ul className="divide-y divide-line" aria-label="Accepted and live battles">
        {battles.map((battle) => (
          <BattleRow key={battle.id} battle={battle} />
        ))}
      </ul>
      <ListEnd
        // Pages leave out unaccepted challenges, so an empty page may not be the last.
        query={{ ...next, items: next.items && (next.hasNextPage ? next.items : battles) }}
        loading="Loading battles..."
        empty={{ title: 'No accepted or live battles', text: 'There is nothing to cancel.' }}
      />
    </AdminFrame>
  )
}

const useBattles = (view: 'live' | 'upcoming') =>
  usePages([...readKey('GET /api/battles', undefined, { view }), 'admin'], (after, signal) =>
    request('GET /api/battles', { query: { view, limit: PAGE, ...(after ? { after: String(after) } : {}) }, signal }),
  )

function BattleRow({ battle }: { battle: Battle }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const times = useTimes()
  const name = battle.title ?? `Battle #${battle.id.slice(0, 8)}`
  const callOff = useWrite({
    send: (reason: string, idempotencyKey) =>
      freshly(() =>
        request('POST /api/admin/battles/:id/void', { params: { id: battle.id }, body: { reason }, idempotencyKey }),
      ),
    onSuccess: ({ isProposed }) => {
      setOpen(false)
      toast(
        isProposed
          ? {
              title: 'Proposed',
              description: 'People gifted in this battle, so another admin has to confirm it under Reports.',
            }
          : { title: 'Battle called off', description: 'Stakes have been returned.' },
      )
      return client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/battles') })
    },
  })
  return (
    <li className={styles.battle}>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <span className="flex flex-wrap items-center gap-3">
          <Link href={paths.battle(battle.id)} className="font-strong underline-offset-4 hover:underline">
            {name}
          </Link>
          <StatusBadge status={battle.status === 'active' ? 'live' : battle.status} />
        </span>
        <span className="text-compact text-ink-2">
          {battle.challenger.username} and {battle.opponent.username}, {formatWhole(battle.challengerStake)} AP each,{' '}
          {formatWhole(battle.totalVotes)} Steeze gifted
        </span>
        <span className="text-sm text-ink-3">
          {battle.status === 'active'
            ? battle.endsAt && `ends ${times.minute(battle.endsAt)}`
            : battle.battleStartsAt && `starts ${times.minute(battle.battleStartsAt)}`}
        </span>
      </div>
      <Button kind="danger" size={40} aria-label={`Call off ${name}`} onClick={() => setOpen(true)}>
        Call off
      </Button>
      {isOpen && (
        <ReasonDialog
          open
          onClose={() => setOpen(false)}
          title={`Call off ${name}`}
          confirm="Call off"
          destructive
          busy={callOff.isPending ? 'Calling off...' : undefined}
          error={callOff.error ? errorText(callOff.error, errorTexts.moderate).description : undefined}
          onConfirm={(reason) => callOff.mutate(reason)}
        >
          Returns both stakes and every gift. This can't be undone, and everyone sees the reason on the battle's page.
          Once somebody gifted, another admin has to confirm it.
        </ReasonDialog>
      )}
    </li>
  )
}
