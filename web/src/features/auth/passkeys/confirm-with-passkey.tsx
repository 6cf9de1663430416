import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { request } from '#lib/api'
import { type ErrorText, errorText, type FailureText } from '#lib/error-text'
import { type FreshPurpose, purposeQuery, type Signed } from '#lib/freshly'
import { PasskeyError, passkeyErrorText } from '#lib/passkey/passkey-error'
import { Notice } from '#ui/feedback/notice'
import { Button } from '#ui/forms/button'

interface ConfirmWithPasskeyProps {
  purpose: FreshPurpose | 'delete-account' | 'replace'
  /** The wallet that takes the place of the passkey's, for `replace`. */
  replacedBy?: string
  failure: FailureText
  onProof: (proof: Extract<Signed, { passkey: unknown }>) => Promise<void>
}

/** Unmounting ends the browser's prompt. */
export function ConfirmWithPasskey({ purpose, replacedBy, failure, onProof }: ConfirmWithPasskeyProps) {
  const { isBusy, problem, attempt } = useAttempt(failure)
  const confirm = () =>
    attempt(async () => {
      const { askPasskey } = await import('#lib/passkey/passkey-prompt')
      const query = { ...purposeQuery(purpose), ...(replacedBy === undefined ? {} : { replacedBy }) }
      await onProof({ passkey: await askPasskey(await request('GET /api/auth/passkey/challenge', { query })) })
    })
  return (
    <div className="grid min-h-32 grid-cols-1 content-start gap-3">
      <p className="text-ink-2">Use your passkey to confirm it’s you.</p>
      {problem && (
        <Notice tone="danger" title={problem.title}>
          {problem.description}
        </Notice>
      )}
      <Button busy={isBusy && 'Waiting for your device...'} onClick={() => void confirm()}>
        <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" />
        Use your passkey
      </Button>
    </div>
  )
}

function useAttempt(failure: FailureText) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ErrorText | null>(null)
  useEffect(
    () => () =>
      void import('#lib/passkey/passkey-prompt').then(
        ({ endPrompt }) => endPrompt(),
        () => {},
      ),
    [],
  )
  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(error instanceof PasskeyError ? passkeyErrorText(error) : errorText(error, failure))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, attempt }
}
