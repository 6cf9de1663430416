import type { RelatedAccount } from '@aura/api/calls/related-accounts'
import { RELATION_RULES } from '@aura/api/rules/related-accounts'
import { cleanText } from '@aura/api/visible-text'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { PersonRing } from '#aura/person-ring.tsx'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useTimes } from '#lib/time/times'
import { useWrite } from '#lib/use-write'
import { paths } from '#paths'
import { Badge } from '#ui/feedback/badge'
import { PartFailed } from '#ui/feedback/load-failed'
import { Button } from '#ui/forms/button'
import { TextArea } from '#ui/forms/field'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog'
import { Card, Setting } from './card.tsx'
import { errorTexts } from './error-texts.ts'

const related = read('GET /api/related-accounts')
const MIN_LENGTH = 3

/** Lists the accounts related to one's own; shows nothing where there are none. */
export function RelatedAccountsCard() {
  const { data, error, isFetching, refetch } = useQuery(related)
  if (error && !data)
    return (
      <Card title="Related accounts">
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data || data.length === 0) return null
  return (
    <Card title="Related accounts">
      <Setting
        title={data.length === 1 ? 'This account seems to be yours, too' : 'These accounts seem to be yours, too'}
        note="What you do for one another doesn’t count: no gifts in each other’s battles, no stakes against each other, no AP and no Trust. Only admins see why. If you are two people, appeal once."
      />
      {data.map((account) => (
        <RelatedRow key={account.person.id} {...account} />
      ))}
    </Card>
  )
}

function RelatedRow({ person, appeal }: RelatedAccount) {
  const [isAppealing, setAppealing] = useState(false)
  const times = useTimes()
  return (
    <>
      <Setting
        icon={<PersonRing person={person} size={40} />}
        title={<Link href={paths.profileOf(person.id)}>{person.username}</Link>}
        note={
          appeal && (
            <div className="grid grid-cols-1 gap-1 wrap-anywhere">
              <p>
                <b>Your appeal, {times.day(appeal.at)}:</b> <bdi>{appeal.text}</bdi>
              </p>
              {appeal.answer !== null && (
                <p>
                  <b>Aura:</b> <bdi>{appeal.answer}</bdi>
                </p>
              )}
            </div>
          )
        }
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
      {isAppealing && <AppealDialog person={person} onClose={() => setAppealing(false)} />}
    </>
  )
}

function AppealDialog({ person, onClose }: { person: RelatedAccount['person']; onClose: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const send = useWrite({
    send: (what: string) =>
      request('POST /api/related-accounts/:id/appeal', { params: { id: person.id }, body: { text: what } }),
    onSuccess: (saved) => {
      client.setQueryData(related.queryKey, saved)
      onClose()
    },
    onError: () => void client.invalidateQueries(related),
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Appeal"
      confirm="Send appeal"
      busy={send.isPending ? 'Sending' : undefined}
      error={
        isMissing
          ? 'Write what the admins should know.'
          : send.error
            ? errorText(send.error, errorTexts.appeal).description
            : undefined
      }
      onConfirm={() => {
        const clean = cleanText(text)
        const isShort = clean.length < MIN_LENGTH
        setMissing(isShort)
        if (!isShort) send.mutate(clean)
      }}
    >
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          An admin reads why you and {person.username} aren’t one person, and answers in writing. You can appeal once.
        </p>
        <TextArea
          label="What should we know?"
          rows={4}
          maxLength={RELATION_RULES.appealLength}
          value={text}
          onText={(next) => {
            setText(next)
            setMissing(false)
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
