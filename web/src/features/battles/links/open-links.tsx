import { formatWhole } from '@aura/api/money'
import { lengthText } from '@aura/api/rules/battles'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { useTimes } from '#lib/time/times'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'
import { Row, Rows } from '#ui/layout/rows'
import { linksRead } from '../shared/battle-reads.ts'
import type { ChallengeLink } from '../shared/battle-view.ts'
import { ShareButtons } from './share-buttons.tsx'
import { useWithdrawLink } from './use-withdraw-link.ts'

const POLL_MS = 15_000

export function OpenLinks() {
  const id = useId()
  const { data: links, error, isFetching, refetch } = useQuery({ ...linksRead, staleTime: 0, refetchInterval: POLL_MS })
  if (!links && error) {
    return <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  if (!links || links.length === 0) return null
  return (
    <section aria-labelledby={id} className="mb-6">
      <h2 id={id} className="h3">
        Challenge links
      </h2>
      <Rows>
        {links.map((link) => (
          <OpenLink key={link.id} link={link} />
        ))}
      </Rows>
    </section>
  )
}

function OpenLink({ link }: { link: ChallengeLink }) {
  const times = useTimes()
  const withdraw = useWithdrawLink(link.id)
  return (
    <Row
      title={<Link href={paths.challenge(link.id)}>{link.title ?? 'Open challenge'}</Link>}
      note={`${formatWhole(link.stake)} AP each, ${link.bestOf ? `best of ${link.bestOf} questions` : lengthText(link.duration)}. Nobody has accepted yet. Expires ${times.minute(link.expiresAt)}.`}
      action={
        <div className="flex flex-wrap gap-2">
          <ShareButtons link={link} />
          <Button
            kind="secondary"
            size={40}
            busy={withdraw.isPending && 'Withdrawing...'}
            onClick={() => withdraw.mutate(null)}
          >
            Withdraw
          </Button>
        </div>
      }
    />
  )
}
