import type { PersonReportReason, ReportedPerson } from '@aura/api/calls/moderation/reports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { freshly } from '#lib/freshly'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Button } from '#ui/forms/button'
import styles from './admin.module.css'
import { errorTexts } from './error-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { ReportList } from './report-list.tsx'

const reported = read('GET /api/admin/reports')

const REASONS: Record<PersonReportReason, string> = {
  scam: 'Scam',
  impersonation: 'Impersonation',
  abuse: 'Abuse',
  spam: 'Spam',
  stream: 'Stream',
  other: 'Something else',
}

export function ReportedPeople() {
  const query = useQuery({ ...reported, staleTime: 0 })
  return (
    <ReportList query={query} of="people" from="profiles">
      {(each) => <PersonRow key={each.person.id} reported={each} />}
    </ReportList>
  )
}

function PersonRow({ reported: { person, about, waiting, reports } }: { reported: ReportedPerson }) {
  const client = useQueryClient()
  const times = useTimes()
  const [isOpen, setOpen] = useState(false)
  const upTo = reports.at(-1)?.reportedAt ?? ''
  const settle = useWrite({
    send: (reason: string) =>
      freshly(() =>
        request('POST /api/admin/people/:id/settle-reports', { params: { id: person.id }, body: { reason, upTo } }),
      ),
    onSuccess: () => {
      setOpen(false)
      return client.invalidateQueries(reported)
    },
  })
  return (
    <li className={styles.battle}>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <Link href={paths.profileOf(person.id)} className="font-strong underline-offset-4 hover:underline">
          {person.username}
        </Link>
        {about.bio && (
          <p>
            <bdi>{about.bio}</bdi>
          </p>
        )}
        {about.links.map(({ name, url }) => (
          // Not a link: an admin decides before anything of it opens.
          <p key={url} className="text-sm">
            <bdi>{name}</bdi> {url}
          </p>
        ))}
        <ul className="grid gap-1 text-sm text-ink-2">
          {reports.map(({ reporter, reason, text, reportedAt }) => (
            <li key={reporter.id}>
              {REASONS[reason]}, by {reporter.username}, {times.minute(reportedAt)}
              {text && (
                <>
                  : <bdi>{text}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
        {waiting > reports.length && <p className="text-sm text-ink-2">And {waiting - reports.length} newer ones.</p>}
      </div>
      <Button
        kind="secondary"
        size={40}
        aria-label={`Settle reports about ${person.username}`}
        onClick={() => setOpen(true)}
      >
        Settle
      </Button>
      {isOpen && (
        <ReasonDialog
          open
          onClose={() => setOpen(false)}
          title={`Settle reports about ${person.username}`}
          confirm="Settle"
          busy={settle.isPending ? 'Settling...' : undefined}
          error={settle.error ? errorText(settle.error, errorTexts.moderate).description : undefined}
          onConfirm={(reason) => settle.mutate(reason)}
        >
          Do what is needed first: People suspends, freezes and hides streams. The admin log keeps what you decided.
        </ReasonDialog>
      )}
    </li>
  )
}
