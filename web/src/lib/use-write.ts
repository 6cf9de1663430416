import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Intent, outcomeOf } from './intent.ts'

interface WriteOptions<T, V, C> extends Omit<UseMutationOptions<T, Error, V, C>, 'mutationFn'> {
  send: (what: V, key: string) => Promise<T>
  /** For forms: whether it is open. Each opening is sent once. */
  isOpen?: boolean
  /** For intents that outlive the component. */
  intent?: Intent
}

/**
 * A write with one attempt at a time, locked from the first press, before React renders. A retry without a
 * response has the same Idempotency-Key.
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
        // Forms wait until reopened; other buttons may be pressed again.
        if (isOpen === undefined) intent.reopen()
      },
      (error: unknown) => intent.end(begun, outcomeOf(error)),
    )
  }
  return { ...mutation, mutate }
}
