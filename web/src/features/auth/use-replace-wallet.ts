import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#lib/api'
import { read } from '#lib/query-client'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import type { Proof } from '#lib/wallet/sign-in'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from './error-texts.ts'
import { expectAccount, expectAnotherAccount, useWalletAttempt } from './use-wallet-attempt.ts'

/** How far a replacement is: which wallet is asked next. */
export type ReplaceStage = { wants: 'new' } | { wants: 'old'; proof: Proof }

interface Replace {
  current: string
  /** The wallet X has confirmed: it signs, and then waits. */
  confirmed: string | null
  onDone: () => void
}

/**
 * Replaces the account's wallet: the new one signs, then the old one, and it happens at once. Or X has confirmed the new
 * one: it signs, and then waits. Leaving the place ends it.
 */
export function useReplaceWallet({ current, confirmed, onDone }: Replace) {
  const client = useQueryClient()
  const [stage, setStage] = useState<ReplaceStage>({ wants: 'new' })
  const { attempt, problem, attemptTo, ask, forgetProblem } = useWalletAttempt(errorTexts.replaceWallet)

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
      client.invalidateQueries(read('GET /api/user/sessions')),
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
        const proof = await ask(wallet, run, {
          // The account that is connected is the one of the other wallet, more often than not.
          chooseAccount: true,
          query: (walletAddress) => {
            expectAnotherAccount(walletAddress, current)
            if (confirmed !== null) expectAccount(walletAddress, confirmed)
            return { walletAddress, purpose: 'link' }
          },
        })
        if (confirmed === null) setStage({ wants: 'old', proof })
        else await handIn(proof)
      }),
    /** The old wallet agrees, and it happens at once. */
    confirmOld: (wallet: AnnouncedWallet, proof: Proof) =>
      attemptTo(wallet.info.uuid, async (run) => {
        const replacing = await ask(wallet, run, {
          chooseAccount: true,
          query: (walletAddress) => {
            expectAccount(walletAddress, current)
            return { walletAddress, purpose: 'replace', replacedBy: proof.walletAddress }
          },
        })
        await handIn(proof, replacing)
      }),
    startAgain: () => {
      forgetProblem()
      setStage({ wants: 'new' })
    },
  }
}
