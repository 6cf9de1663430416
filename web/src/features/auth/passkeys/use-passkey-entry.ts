import type { NewPasskey, PasskeySignature } from '@aura/api/proof'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { request } from '#lib/api'
import { errorCode } from '#lib/api-error'
import { type ErrorText, errorText } from '#lib/error-text'
import { PasskeyError, passkeyErrorText } from '#lib/passkey/passkey-error'
import { askPasskey, canAutofill, createPasskey, endPrompt, forgetUnknown } from '#lib/passkey/passkey-prompt'
import { browserTimeZone } from '#lib/time/time-zones'
import { paths, safeNext } from '#paths'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from '../error-texts.ts'
import { inviteIdOf } from '../invite-id.ts'
import { currentUserQuery } from '../session.ts'
import { forgetPasskey, rememberPasskey } from './remembered-passkey.ts'

type Step = 'asking' | 'checking'

interface Entered {
  message: string
  bonusAwarded: boolean
}

/** Signs in or joins with a passkey. One attempt at a time; unmounting ends the browser's prompt. */
export function usePasskeyEntry() {
  const client = useQueryClient()
  const [running, setRunning] = useState<{ what: 'create' | 'use'; step: Step } | null>(null)
  const [problem, setProblem] = useState<ErrorText | null>(null)
  const [isUnknown, setUnknown] = useState(false)
  const isMounted = useRef(true)
  const isBusy = useRef(false)
  /** A passkey that was made, while it is unknown whether the server got it. */
  const unsent = useRef<NewPasskey | null>(null)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      endPrompt()
    }
  }, [])

  async function attempt(what: 'create' | 'use', work: (onChecking: () => void) => Promise<Entered>) {
    if (isBusy.current) return
    isBusy.current = true
    setProblem(null)
    setUnknown(false)
    setRunning({ what, step: 'asking' })
    try {
      await enter(await work(() => setRunning({ what, step: 'checking' })))
    } catch (error) {
      if (!isMounted.current) return
      setUnknown(errorCode(error) === 'PASSKEY_UNKNOWN')
      setProblem(error instanceof PasskeyError ? passkeyErrorText(error) : errorText(error, errorTexts.passkey))
    } finally {
      isBusy.current = false
      if (isMounted.current) setRunning(null)
    }
  }

  async function enter({ message, bonusAwarded }: Entered) {
    rememberPasskey()
    toast({ title: 'Signed in', description: message, durationMs: bonusAwarded ? 6_000 : 3_000 })
    const next = safeNext(new URLSearchParams(location.search).get('next'), location.origin)
    await client.fetchQuery({ ...currentUserQuery, staleTime: 0 })
    navigate(next ?? paths.home, { replace: true })
  }

  async function join(username: string, onChecking: () => void): Promise<Entered> {
    const retried = unsent.current
    unsent.current ??= await createPasskey(
      await request('GET /api/auth/passkey/creation', {
        query: { purpose: 'join', ...(username === '' ? {} : { username }) },
      }),
    )
    onChecking()
    const inviteId = inviteIdOf(location)
    const body = { passkey: unsent.current, timeZone: browserTimeZone(), ...(inviteId === null ? {} : { inviteId }) }
    try {
      return await request('POST /api/auth/passkey/join', { body })
    } catch (error) {
      // Without an answer the same passkey is sent again: another one would be left over on the device.
      if (errorCode(error) === 'OFFLINE') throw error
      unsent.current = null
      // The first attempt arrived after all, so there is an account.
      if (retried && errorCode(error) === 'NONCE_INVALID') return signIn(onChecking)
      throw error
    }
  }

  async function signIn(onChecking: () => void): Promise<Entered> {
    const options = await request('GET /api/auth/passkey/challenge', { query: { purpose: 'sign-in' } })
    return handIn(await askPasskey(options), onChecking)
  }

  async function handIn(passkey: PasskeySignature, onChecking: () => void): Promise<Entered> {
    onChecking()
    try {
      return await request('POST /api/auth/passkey/sign-in', { body: { passkey } })
    } catch (error) {
      if (errorCode(error) === 'PASSKEY_UNKNOWN') {
        forgetPasskey()
        await forgetUnknown(passkey)
      }
      throw error
    }
  }

  /** Lets the browser offer passkeys in the field for a name, until a button is pressed. Its failure is nobody's concern. */
  async function offerInField() {
    try {
      if (!(await canAutofill()) || isBusy.current) return
      const options = await request('GET /api/auth/passkey/challenge', { query: { purpose: 'sign-in' } })
      if (isBusy.current || !isMounted.current) return
      const passkey = await askPasskey(options, { isAutofill: true })
      await attempt('use', (onChecking) => handIn(passkey, onChecking))
    } catch {
      // Ended by a press, or by leaving.
    }
  }

  return {
    running,
    problem,
    isUnknown,
    create: (username: string) => attempt('create', (onChecking) => join(username, onChecking)),
    use: () => attempt('use', signIn),
    offerInField,
  }
}
