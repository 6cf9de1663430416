import { useEffect, useRef, useState } from 'react'
import { request } from '#lib/api'
import { type ErrorText, errorText, type FailureText } from '#lib/error-text'
import { isMobile } from '#lib/wallet/mobile'
import { type AnnouncedWallet, sameAddress } from '#lib/wallet/provider'
import { rememberWallet } from '#lib/wallet/remembered'
import { type Proof, type SignInStep, signIn } from '#lib/wallet/sign-in'
import { WalletError } from '#lib/wallet/wallet-error'
import { walletErrorText, walletHint } from '#lib/wallet/wallet-error-text'
import type { SignInProblem } from './use-sign-in.ts'

export interface NonceQuery {
  walletAddress: string
  purpose: 'link' | 'replace' | 'delete-account' | 'sign-in-again' | 'disconnect' | 'remove-passkey'
  replacedBy?: string
  provider?: string
}

class OtherAccount extends Error {
  readonly text: ErrorText
  constructor(description: string) {
    super(description)
    this.text = { title: 'Another account', description }
  }
}

/** Asks a wallet for a signature, one attempt at a time. Unmounting cancels it. */
export function useWalletAttempt(failure: FailureText) {
  const [attempt, setAttempt] = useState<{ uuid: string; step: SignInStep } | null>(null)
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function attemptTo(uuid: string, work: (run: AbortController) => Promise<void>) {
    if (running.current) return
    const run = new AbortController()
    running.current = run
    setProblem(null)
    setAttempt({ uuid, step: 'connecting' })
    try {
      await work(run)
    } catch (error) {
      if (run.signal.aborted) return
      if (!(error instanceof WalletError && error.reason === 'CONNECT_CANCELLED')) setProblem(problemOf(error, failure))
    } finally {
      running.current = null
      setAttempt(null)
    }
  }

  /** Connects and signs the server's message. `query` may throw to refuse the connected account. */
  const ask = (
    wallet: AnnouncedWallet,
    run: AbortController,
    { query, chooseAccount }: { query: (address: string) => NonceQuery; chooseAccount: boolean },
  ) =>
    signIn<Proof>({
      provider: wallet.provider,
      mobile: isMobile(navigator.userAgent),
      chooseAccount,
      signal: run.signal,
      onStep: (step) => setAttempt({ uuid: wallet.info.uuid, step }),
      onConnect: () => rememberWallet(wallet.info.rdns),
      getMessage: async (address, signal) =>
        (await request('GET /api/auth/nonce', { query: query(address), signal })).message,
      submit: async (proof) => proof,
    })

  return { attempt, problem, attemptTo, ask, forgetProblem: () => setProblem(null) }
}

/** Throws OtherAccount if the connected account is not the expected one. */
export function expectAccount(address: string, expected: string): void {
  if (sameAddress(address, expected)) return
  throw new OtherAccount(`This isn’t ${expected}. Select that account in your wallet.`)
}

/** Throws OtherAccount if the connected account is already the user's. */
export function expectAnotherAccount(address: string, current: string): void {
  if (!sameAddress(address, current)) return
  throw new OtherAccount('Your account already uses this wallet. Select another account in it, or another wallet.')
}

function problemOf(error: unknown, failure: FailureText): SignInProblem {
  if (error instanceof OtherAccount) return { ...error.text, hint: null }
  if (error instanceof WalletError) return { ...walletErrorText(error), hint: walletHint(error) }
  return { ...errorText(error, failure), hint: null }
}
