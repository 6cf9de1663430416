import type { AdminAction, AdminActionName } from '@aura/api/calls/admin-log'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { useTimes } from '#lib/time/times'
import { PAGE, usePages } from '#lib/use-pages'
import { paths } from '#paths'
import { Table } from '#ui/layout/table'
import styles from './admin.module.css'
import { AdminFrame } from './admin-frame.tsx'
import { ListEnd } from './list-end.tsx'
import { SearchField } from './search-field.tsx'

const NAMES: Record<AdminActionName, string> = {
  'whitelist-add': 'Added wallet',
  'whitelist-reactivate': 'Reactivated wallet',
  'whitelist-note': 'Changed note',
  'whitelist-remove': 'Removed wallet',
  suspend: 'Suspended',
  lift: 'Lifted suspension',
  'freeze-redemption': 'Froze redeeming',
  'unfreeze-redemption': 'Unfroze redeeming',
  'hide-streams': 'Hid streams',
  'show-streams': 'Showed streams',
  'charge-withdrawals': 'Charged for withdrawals',
  'release-redemptions': 'Released redemption',
  'void-battle': 'Called battle off',
  'remove-comment': 'Removed comment',
  'remove-words': 'Removed words',
  'keep-words': 'Kept words',
  'keep-comment': 'Kept comment',
  'mute-comments': 'Muted in a battle',
  'unmute-comments': 'Unmuted in a battle',
  'propose-void-battle': 'Proposed to call battle off',
  'propose-unfreeze-redemption': 'Proposed to unfreeze redeeming',
  'propose-approve-redemption': 'Proposed to approve redemption',
  'withdraw-proposal': 'Withdrew proposal',
  'read-redemption': 'Viewed related accounts',
  'approve-redemption': 'Approved redemption',
  'reject-redemption': 'Rejected redemption',
  'undo-redemption': 'Undid decision on redemption',
  'clear-relation': 'Marked accounts as unrelated',
  'restore-relation': 'Unmarked accounts as unrelated',
  'uphold-relation': 'Kept accounts related',
  'grant-trust-appeal': 'Granted appeal about Trust',
  'reject-trust-appeal': 'Rejected appeal about Trust',
  'read-invites': 'Viewed invites',
  'set-invites': 'Set extra invites',
  'settle-reports': 'Settled reports',
  'grant-admin': 'Made admin',
  'revoke-admin': 'Removed admin role',
  'end-sessions': 'Signed out everywhere',
  'test-credit': 'Test credit',
}

export default function LogScreen() {
  const [q, setQ] = useState('')
  const times = useTimes()
  const log = usePages(['admin-log', q], (before, signal) =>
    request('GET /api/admin/actions', {
      query: { q, limit: PAGE, ...(before ? { before: Number(before) } : {}) },
      signal,
    }),
  )
  return (
    <AdminFrame title="Log">
      <div className={styles.tools}>
        <SearchField label="Search name, wallet or id" onSearch={setQ} />
      </div>
      {log.items && log.items.length > 0 && (
        <Table
          caption="Admin log"
          items={log.items}
          keyOf={({ id }) => String(id)}
          columns={[
            { name: 'What', cell: ({ action }) => <span className="md:whitespace-nowrap">{NAMES[action]}</span> },
            {
              name: 'When',
              cell: ({ at }) => (
                <time className="whitespace-nowrap" dateTime={at}>
                  {times.minute(at)}
                </time>
              ),
            },
            { name: 'Whom', cell: (action) => <Subject action={action} /> },
            {
              name: 'By',
              cell: ({ admin }) => (admin === null ? 'the command line' : (admin.username ?? 'a deleted account')),
            },
            { name: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? '–'}</span> },
          ]}
        />
      )}
      <ListEnd query={log} loading="Loading the log..." empty={{ title: q ? 'Nothing matches' : 'No actions yet' }} />
    </AdminFrame>
  )
}

function Subject({ action: { subjectKind, subject, subjectName } }: { action: AdminAction }) {
  const look = 'wrap-anywhere underline underline-offset-4'
  if (subjectKind === 'wallet') return <span className="text-sm wrap-anywhere">{subject}</span>
  if (subjectKind === 'battle')
    return (
      <Link href={paths.battle(subject)} className={look}>
        Battle #{subject.slice(0, 8)}
      </Link>
    )
  return subjectName === null ? (
    'a deleted account'
  ) : (
    <Link href={paths.profileOf(subject)} className={look}>
      {subjectName}
    </Link>
  )
}
