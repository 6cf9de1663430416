import type { RelatedAccount } from '@aura/api/calls/related-accounts'
import { RELATION_RULES } from '@aura/api/rules/related-accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { AppealDialog } from '#aura/appeal-dialog.tsx'
import { AppealWords } from '#aura/appeal-words.tsx'
import { PersonRing } from '#aura/person-ring.tsx'
import { LessTrustNotices, useLessTrust } from '#features/trust'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { scrollWhileLoading } from '#lib/scroll-while-loading'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { PartFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'
import { Card, Setting } from './card.tsx'
import { errorTexts } from './error-texts.ts'

const related = read('GET /api/related-accounts')

/** Lists the accounts related to one's own, and what takes from one's Trust; shows nothing where there is neither. */
export function RelatedAccountsCard() {
  const { data, error, isFetching, refetch } = useQuery(related)
  const trust = useLessTrust()
  const card = useRef<HTMLElement>(null)
  const isShown = (error && !data) || trust || (data && data.length > 0)
  useEffect(() => {
    if (!isShown || paths.relatedAccounts !== paths.settings + window.location.hash) return
    return scrollWhileLoading(() => {
      card.current?.scrollIntoView()
      return false
    })
  }, [isShown])
  if (!isShown) return null
  return (
    <Card title="Related accounts" ref={card}>
      {error && !data && (
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && data.length > 0 && (
        <Setting
          title={data.length === 1 ? 'This account seems to be yours, too' : 'These accounts seem to be yours, too'}
          note="What you do for one another doesn’t count: no gifts in each other’s battles, no stakes against each other, no AP and no Trust. Only admins see why. If you are two people, appeal once."
        />
      )}
      {data?.map((account) => (
        <RelatedRow key={account.person.id} {...account} />
      ))}
      {trust && <LessTrustNotices less={trust} />}
    </Card>
  )
}

function RelatedRow({ person, appeal }: RelatedAccount) {
  const [isAppealing, setAppealing] = useState(false)
  return (
    <>
      <Setting
        icon={<PersonRing person={person} size={40} />}
        title={<Link href={paths.profileOf(person.id)}>{person.username}</Link>}
        note={appeal && <AppealWords appeal={appeal} />}
        action={
          appeal === null ? (
            <Button
              kind="secondary"
              size={40}
              aria-label={`Appeal: ${person.username}`}
              onClick={() => setAppealing(true)}
            >
              Appeal
            </Button>
          ) : (
            <Badge>{appeal.answer === null ? 'Appeal waits' : 'Rejected'}</Badge>
          )
        }
      />
      {isAppealing && <AppealRelation person={person} onClose={() => setAppealing(false)} />}
    </>
  )
}

function AppealRelation({ person, onClose }: { person: RelatedAccount['person']; onClose: () => void }) {
  const client = useQueryClient()
  const send = useWrite({
    send: (text: string) =>
      request('POST /api/related-accounts/:id/appeal', { params: { id: person.id }, body: { text } }),
    onSuccess: (saved) => {
      client.setQueryData(related.queryKey, saved)
      onClose()
    },
    onError: () => void client.invalidateQueries(related),
  })
  return (
    <AppealDialog
      onClose={onClose}
      onSend={(text) => send.mutate(text)}
      isSending={send.isPending}
      error={send.error ? errorText(send.error, errorTexts.appeal).description : undefined}
      maxLength={RELATION_RULES.appealLength}
    >
      An admin reads why you and {person.username} aren’t one person, and answers in writing. You can appeal once.
    </AppealDialog>
  )
}
