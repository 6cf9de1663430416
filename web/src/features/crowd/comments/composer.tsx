import type { Answer } from '@aura/api/calls'
import { CROWD_RULES } from '@aura/api/rules/crowd'
import { cleanLine } from '@aura/api/visible-text'
import { useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { Suspense, type SyntheticEvent, useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { useWrite } from '#lib/use-write'
import { Button } from '#ui/forms/button'
import { Field } from '#ui/forms/field'
import { lazyPart } from '#ui/layout/lazy-part'
import { errorTexts } from '../error-texts.ts'
import styles from './lane.module.css'
import { commentsRead, ownRead } from './use-comments.ts'

// With all texts of errors, which a battle’s first picture doesn’t need.
const RefusalNote = lazyPart(() => import('./refusal-note.tsx'), { name: 'Why you can’t comment' })

const COUNTED_FROM = 100
const { commentLength } = CROWD_RULES

type Own = Answer<'GET /api/battles/:id/comments/own'>

export function Composer({ battleId, own }: { battleId: string; own: Own }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const clean = cleanLine(text)
  const isTooLong = clean.length > commentLength
  const send = useWrite({
    send: (typed: string, idempotencyKey) =>
      request('POST /api/battles/:id/comments', { params: { id: battleId }, body: { text: typed }, idempotencyKey }),
    onSuccess: (comment, typed) => {
      // The user may be typing the next comment already.
      setText((now) => (cleanLine(now) === typed ? '' : now))
      client.setQueryData(commentsRead(battleId).queryKey, (all: (typeof comment)[] | undefined) =>
        all && !all.some(({ id }) => id === comment.id) ? [...all, comment] : all,
      )
      return client.invalidateQueries(ownRead(battleId))
    },
    onError: () => client.invalidateQueries(ownRead(battleId)),
  })
  if (own.refusal !== null) {
    return (
      <Suspense>
        <RefusalNote code={own.refusal} />
      </Suspense>
    )
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (clean !== '' && !isTooLong) send.mutate(clean)
  }
  const failure = isTooLong
    ? `A comment has at most ${commentLength} characters`
    : send.error && errorText(send.error, errorTexts.comment).description
  return (
    <form className={styles.composer} onSubmit={submit}>
      <Field
        label="Add a comment"
        value={text}
        onText={(next) => {
          setText(next)
          // A comment being sent must still be able to show its failure.
          if (!send.isPending) send.reset()
        }}
        autoComplete="off"
        enterKeyHint="send"
        {...(clean.length >= COUNTED_FROM && { counted: commentLength })}
        {...(failure ? { error: failure } : {})}
      />
      <Button
        type="submit"
        kind="secondary"
        className={styles.send ?? ''}
        aria-label="Send comment"
        busy={send.isPending && ' '}
        disabled={clean === '' || isTooLong}
      >
        <SendHorizontal size={20} strokeWidth={1.75} aria-hidden="true" />
      </Button>
    </form>
  )
}
