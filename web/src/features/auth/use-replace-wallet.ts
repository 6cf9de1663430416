import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { request } from '#lib/api'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { isMobile } from '#lib/wallet/mobile'
import { type AnnouncedWallet, sameAddress } from '#lib/wallet/provider'
import { rememberWallet } from '#lib/wallet/remembered'
import { type Proof, type SignInStep, signIn } from '#lib/wallet/sign-in'
import { WalletError } from '#lib/wallet/wallet-error'
import { walletErrorText, walletHint } from '#lib/wallet/wallet-error-text'
import { toast } from '#ui/toast'
import type { SignInProblem } from './use-sign-in.ts'

/** How far a replacement is: which wallet is asked next. */
export type ReplaceStage = { wants: 'new' } | { wants: 'old'; proof: Proof }

/** Another account of the wallet than the one that has to sign. */
class OtherAccount extends Error {}

const nonce = async (query: { walletAddress: string; purpose: 'link' | 'replace'; replacedBy?: string }) =>
  (await request('GET /api/auth/nonce', { query })).message

/**
 * Replaces the account's wallet: the new one signs, then the old one; or the old one does not, and the new one waits.
 * Nothing is handed in before it is known which of both it is. Leaving the place ends it.
 */
export function useReplaceWallet({ current, onDone }: { current: string; onDone: () => void }) {
  const client = useQueryClient()
  const [stage, setStage] = useState<ReplaceStage>({ wants: 'new' })
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
      if (!(error instanceof WalletError && error.reason === 'CONNECT_CANCELLED')) setProblem(problemOf(error, current))
    } finally {
      running.current = null
      setAttempt(null)
    }
  }

  /** Has a wallet connect and sign what the server wrote for it. */
  const ask = (wallet: AnnouncedWallet, run: AbortController, message: (address: string) => Promise<string>) =>
    signIn<Proof>({
      provider: wallet.provider,
      mobile: isMobile(navigator.userAgent),
      // The account that is connected is the one of the other wallet, more often than not.
      chooseAccount: true,
      signal: run.signal,
      onStep: (step) => setAttempt({ uuid: wallet.info.uuid, step }),
      onConnect: () => rememberWallet(wallet.info.rdns),
      getMessage: message,
      submit: async (proof) => proof,
    })

  async function handIn(proof: Proof, replacing?: Proof) {
    const body = replacing
      ? { ...proof, replacing: { message: replacing.message, signature: replacing.signature } }
      : proof
    const linked = await request('POST /api/auth/link-wallet', { body, idempotencyKey: crypto.randomUUID() })
    toast(
      linked.replacement === null
        ? { title: 'Wallet Linked', description: linked.message, durationMs: 3_000 }
        : { title: 'Replacement waits', description: linked.message, durationMs: 6_000 },
    )
    await Promise.all([
      client.invalidateQueries(read('GET /api/auth/user')),
      client.invalidateQueries(read('GET /api/auth/wallet-replacement')),
    ])
    onDone()
  }

  return {
    stage,
    attempt,
    problem,
    /** The new wallet signs. */
    chooseNew: (wallet: AnnouncedWallet) =>
      attemptTo(wallet.info.uuid, async (run) => {
        const proof = await ask(wallet, run, (walletAddress) => {
          if (sameAddress(walletAddress, current)) throw new OtherAccount('new')
          return nonce({ walletAddress, purpose: 'link' })
        })
        setStage({ wants: 'old', proof })
      }),
    /** The old wallet agrees, and it happens at once. */
    confirmOld: (wallet: AnnouncedWallet, proof: Proof) =>
      attemptTo(wallet.info.uuid, async (run) => {
        const replacing = await ask(wallet, run, (walletAddress) => {
          if (!sameAddress(walletAddress, current)) throw new OtherAccount('old')
          return nonce({ walletAddress, purpose: 'replace', replacedBy: proof.walletAddress })
        })
        await handIn(proof, replacing)
      }),
    /** The old wallet is not there: the new one waits. */
    wait: (proof: Proof) => attemptTo('wait', () => handIn(proof)),
    startAgain: () => {
      setProblem(null)
      setStage({ wants: 'new' })
    },
  }
}

function problemOf(error: unknown, current: string): SignInProblem {
  if (error instanceof OtherAccount) {
    const description =
      error.message === 'new'
        ? 'This is the wallet your account has already. Choose another account in it, or another wallet.'
        : `This account is not ${current}. Choose that one in your wallet.`
    return { title: 'Another account', description, hint: null }
  }
  if (error instanceof WalletError) return { ...walletErrorText(error), hint: walletHint(error) }
  return { ...errorText(error, 'replaceWallet'), hint: null }
}
