import type { RelationAppeal } from '@aura/api/calls/moderation'
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
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'
import { errorTexts } from './error-texts.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { evidenceText } from './redemption-neighbours.tsx'
import { ReportList } from './report-list.tsx'

const appeals = read('GET /api/admin/relation-appeals')

export function RelationAppeals() {
  const query = useQuery({ ...appeals, staleTime: 0 })
  return (
    <ReportList query={query} of="relations" from="related people">
      {(appeal) => <AppealRow key={`${appeal.person.id}/${appeal.other.person.id}`} appeal={appeal} />}
    </ReportList>
  )
}

type Verdict = 'clear' | 'uphold'

function AppealRow({ appeal: { person, other, at, text } }: { appeal: RelationAppeal }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const times = useTimes()
  const about = `${person.username} and ${other.person.username}`
  return (
    <li className="grid justify-items-start gap-2 py-4 wrap-anywhere">
      <p>
        <Name {...person} /> says that <Name {...other.person} /> is someone else,{' '}
        <time dateTime={at}>{times.minute(at)}</time>
      </p>
      <p>
        <bdi>{text}</bdi>
      </p>
      <p className="text-sm text-ink-2">Score {evidenceText(other)}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" size={40} aria-label={`Not related: ${about}`} onClick={() => setVerdict('clear')}>
          Not related
        </Button>
        <Button kind="secondary" size={40} aria-label={`Keep related: ${about}`} onClick={() => setVerdict('uphold')}>
          Keep related
        </Button>
      </div>
      {verdict && (
        <VerdictDialog
          verdict={verdict}
          ids={[person.id, other.person.id]}
          about={about}
          onClose={() => setVerdict(null)}
        />
      )}
    </li>
  )
}

const Name = ({ id, username }: RelationAppeal['person']) => (
  <Link href={paths.profileOf(id)} className="font-strong underline-offset-4 hover:underline">
    {username}
  </Link>
)

interface VerdictDialogProps {
  verdict: Verdict
  ids: readonly [string, string]
  about: string
  onClose: () => void
}

function VerdictDialog({ verdict, ids: [id, otherId], about, onClose }: VerdictDialogProps) {
  const client = useQueryClient()
  const isClearing = verdict === 'clear'
  const judge = useWrite({
    send: (reason: string) =>
      freshly(() =>
        request(`POST /api/admin/people/:id/related/:otherId/${verdict}`, {
          params: { id, otherId },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      onClose()
      toast({ title: isClearing ? 'Not related' : 'Still related', description: `${about}.` })
      return client.invalidateQueries(appeals)
    },
  })
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={isClearing ? `${about} aren’t one person?` : `Keep ${about} related?`}
      confirm={isClearing ? 'Not related' : 'Keep related'}
      busy={judge.isPending ? 'Saving...' : undefined}
      error={judge.error ? errorText(judge.error, errorTexts.moderate).description : undefined}
      onConfirm={(reason) => judge.mutate(reason)}
    >
      {isClearing
        ? 'They can gift, stake and vouch as any two people. Both read what you write, and the admin log keeps it.'
        : 'The person who appealed reads what you write and can’t appeal again. The admin log keeps it.'}
    </ReasonDialog>
  )
}
