import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#lib/api'
import type { Signed } from '#lib/freshly'
import { read } from '#lib/query-client'
import type { AnnouncedWallet } from '#lib/wallet/provider'
import type { Proof } from '#lib/wallet/sign-in'
import { toast } from '#ui/feedback/toast'
import { errorTexts } from './error-texts.ts'
import { expectAccount, expectAnotherAccount, useWalletAttempt } from './use-wallet-attempt.ts'

/** `wants` is the wallet asked next. */
export type ReplaceStage = { wants: 'new' } | { wants: 'old'; proof: Proof }

interface Replace {
  current: string
  /** Wallet that X has confirmed. It signs, and the replacement then waits. */
  confirmed: string | null
  onDone: () => void
}

/**
 * Replaces the account's wallet. Either the new and then the old wallet sign, and it happens at once; or X has
 * confirmed the new one, which signs and then waits. Unmounting cancels.
 */
export function useReplaceWallet({ current, confirmed, onDone }: Replace) {
  const client = useQueryClient()
  const [stage, setStage] = useState<ReplaceStage>({ wants: 'new' })
  const { attempt, problem, attemptTo, ask, forgetProblem } = useWalletAttempt(errorTexts.replaceWallet)

  async function handIn(proof: Proof, replacing?: Signed) {
    const body = replacing ? { ...proof, replacing } : proof
    const linked = await request('POST /api/auth/link-wallet', { body, idempotencyKey: crypto.randomUUID() })
    toast(
      linked.replacement === null
        ? { title: 'Wallet Linked', description: linked.message, durationMs: 3_000 }
        : { title: 'Replacement scheduled', description: linked.message, durationMs: 6_000 },
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
    chooseNew: (wallet: AnnouncedWallet) =>
      attemptTo(wallet.info.uuid, async (run) => {
        const proof = await ask(wallet, run, {
          // The connected account is usually the old one.
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
    confirmOld: (wallet: AnnouncedWallet, proof: Proof) =>
      attemptTo(wallet.info.uuid, async (run) => {
        const { message, signature } = await ask(wallet, run, {
          chooseAccount: true,
          query: (walletAddress) => {
            expectAccount(walletAddress, current)
            return { walletAddress, purpose: 'replace', replacedBy: proof.walletAddress }
          },
        })
        await handIn(proof, { message, signature })
      }),
    confirmOldByPasskey: handIn,
    startAgain: () => {
      forgetProblem()
      setStage({ wants: 'new' })
    },
  }
}
