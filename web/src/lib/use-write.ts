import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Intent, outcomeOf } from './intent.ts'

interface WriteOptions<T, V, C> extends Omit<UseMutationOptions<T, Error, V, C>, 'mutationFn'> {
  /** Makes the call. `key` is the intent's Idempotency-Key. */
  send: (what: V, key: string) => Promise<T>
  /** Of a form that is finished once it was sent: whether it is open. Each opening is sent once. */
  isOpen?: boolean
  /** The intent, where it outlives its place on the page. */
  intent?: Intent
}

/**
 * A write of the API, as buttons and forms make it: one attempt at a time, dead from the first press on, which is
 * earlier than anything is rendered. A retry after an unheard answer has the same Idempotency-Key.
 */
export function useWrite<T, V = void, C = unknown>({ send, isOpen, intent: its, ...options }: WriteOptions<T, V, C>) {
  const own = useRef<Intent>(null)
  own.current ??= new Intent()
  const intent = its ?? own.current
  const key = useRef('')
  const {
    mutate: _,
    mutateAsync,
    ...mutation
  } = useMutation({
    ...options,
    mutationFn: (what: V) => send(what, key.current),
  })
  useEffect(() => {
    if (isOpen) intent.reopen()
  }, [isOpen, intent])
  const mutate = (what: V) => {
    const begun = intent.begin(what)
    if (begun === null) return
    key.current = begun
    mutateAsync(what).then(
      () => {
        intent.end(begun, 'done')
        // A form waits until it is opened again; anything else may be pressed again.
        if (isOpen === undefined) intent.reopen()
      },
      (error: unknown) => intent.end(begun, outcomeOf(error)),
    )
  }
  return { ...mutation, mutate }
}
