import type { TrustAppeal } from '@aura/api/calls/trust'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ReasonDialog, ReportList } from '#features/admin'
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

const appeals = read('GET /api/admin/trust-appeals')

/** Lists open appeals for admins. */
export default function TrustAppeals() {
  const query = useQuery({ ...appeals, staleTime: 0 })
  return (
    <>
      <h2 className="mt-8 mb-2 font-strong">Appeals about Trust</h2>
      <ReportList query={query} of="Trust" from="people with less Trust">
        {(appeal) => <AppealRow key={`${appeal.person.id}/${appeal.aboutId}/${appeal.cause}`} appeal={appeal} />}
      </ReportList>
    </>
  )
}

const CAUSES = {
  invited: 'invited a group of related accounts:',
  ring: 'stood by an account of a ring:',
  suspended: 'stood by someone who was suspended:',
} as const

type Verdict = 'grant' | 'reject'

function AppealRow({ appeal: { person, aboutId, cause, accounts, at, text } }: { appeal: TrustAppeal }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const times = useTimes()
  return (
    <li className="grid justify-items-start gap-2 py-4 wrap-anywhere">
      <p>
        <Name {...person} /> {CAUSES[cause]}{' '}
        {accounts.map((account, nr) => (
          <span key={account.id}>
            {nr > 0 && ', '}
            <Name {...account} />
          </span>
        ))}
        , <time dateTime={at}>{times.minute(at)}</time>
      </p>
      <p>
        <bdi>{text}</bdi>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" size={40} aria-label={`Grant: ${person.username}`} onClick={() => setVerdict('grant')}>
          Grant
        </Button>
        <Button
          kind="secondary"
          size={40}
          aria-label={`Reject: ${person.username}`}
          onClick={() => setVerdict('reject')}
        >
          Reject
        </Button>
      </div>
      {verdict && (
        <VerdictDialog verdict={verdict} person={person} aboutId={aboutId} onClose={() => setVerdict(null)} />
      )}
    </li>
  )
}

const Name = ({ id, username }: TrustAppeal['person']) => (
  <Link href={paths.profileOf(id)} className="font-strong underline-offset-4 hover:underline">
    {username}
  </Link>
)

interface VerdictDialogProps {
  verdict: Verdict
  person: TrustAppeal['person']
  aboutId: string
  onClose: () => void
}

function VerdictDialog({ verdict, person: { id, username }, aboutId, onClose }: VerdictDialogProps) {
  const client = useQueryClient()
  const isGranting = verdict === 'grant'
  const judge = useWrite({
    send: (reason: string) =>
      freshly(() =>
        request(`POST /api/admin/people/:id/trust-appeals/:aboutId/${verdict}`, {
          params: { id, aboutId },
          body: { reason },
        }),
      ),
    onSuccess: () => {
      onClose()
      toast({ title: isGranting ? 'Appeal granted' : 'Appeal rejected', description: `${username} reads the answer.` })
      return client.invalidateQueries(appeals)
    },
  })
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={`${isGranting ? 'Grant' : 'Reject'} the appeal of ${username}?`}
      confirm={isGranting ? 'Grant' : 'Reject'}
      busy={judge.isPending ? 'Saving...' : undefined}
      error={judge.error ? errorText(judge.error, errorTexts.judge).description : undefined}
      onConfirm={(reason) => judge.mutate(reason)}
    >
      {isGranting
        ? 'It takes nothing from their Trust any more. A ring counts again when an account joins it. They read what you write, and the admin log keeps it.'
        : 'They read what you write, and can’t appeal again. The admin log keeps it.'}
    </ReasonDialog>
  )
}
