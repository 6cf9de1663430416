import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Intent, outcomeOf } from './intent.ts'

interface WriteOptions<T, V, C> extends Omit<UseMutationOptions<T, Error, V, C>, 'mutationFn'> {
  send: (what: V, key: string) => Promise<T>
  /** Whether a form is open. Each opening is sent once. */
  isOpen?: boolean
  /** Required if the intent outlives the component. */
  intent?: Intent
  /** Runs after a success while the component is mounted in the same opening, to lead on or close. */
  onStillHere?: (result: T) => void
  /** Runs after a success in all other cases. */
  onGone?: (result: T) => void
}

/** Withdraw what was said about an intent's last failure. */
const failures = new WeakMap<Intent, () => void>()

/**
 * Runs one write at a time, from the first press on. A retry without a response has the same key. The next attempt
 * withdraws the last one's message if `onError` returns how, as `toastFailure` does.
 */
export function useWrite<T, V = void, C = unknown>(writeOptions: WriteOptions<T, V, C>) {
  const { send, isOpen, intent: its, onStillHere, onGone, ...options } = writeOptions
  const own = useRef<Intent>(null)
  own.current ??= new Intent()
  const intent = its ?? own.current
  const key = useRef('')
  const visit = useVisit(isOpen)
  const {
    mutate: _,
    mutateAsync,
    ...mutation
  } = useMutation({
    ...options,
    mutationFn: (what: V) => send(what, key.current),
    onSuccess: (...success) => {
      const [result] = success
      const done = options.onSuccess?.(...success)
      if (visit.isSame()) onStillHere?.(result)
      else onGone?.(result)
      return done
    },
    onError: (...failure) => {
      const result = options.onError?.(...failure)
      if (typeof result === 'function') failures.set(intent, result as () => void)
      return result
    },
  })
  useEffect(() => {
    if (isOpen) intent.reopen()
  }, [isOpen, intent])
  const mutate = (what: V) => {
    const begun = intent.begin(what)
    if (begun === null) return
    failures.get(intent)?.()
    failures.delete(intent)
    key.current = begun
    visit.note()
    mutateAsync(what).then(
      () => {
        intent.end(begun, 'done')
        // Forms wait until reopened, which may have been meanwhile; other buttons may be pressed again.
        if (isOpen === undefined || visit.isAnother()) intent.reopen()
      },
      (error: unknown) => intent.end(begun, outcomeOf(error)),
    )
  }
  return { ...mutation, mutate }
}

/** Tells whether a component is still mounted, in the same opening or in another one, since `note`. */
function useVisit(isOpen = true) {
  const current = useRef<symbol>(null)
  const noted = useRef<symbol>(null)
  useEffect(() => {
    current.current = isOpen ? Symbol() : null
    return () => {
      current.current = null
    }
  }, [isOpen])
  return {
    note: () => {
      noted.current = current.current
    },
    isSame: () => current.current !== null && current.current === noted.current,
    isAnother: () => current.current !== null && current.current !== noted.current,
  }
}
