import { STEEZE_PER_USDC, STEEZE_VALUE_USDC } from '@aura/api/money'
import { useConfig } from '#lib/use-config'
import { PartsOf } from '../parts-of.tsx'

export function TermsPage() {
  const { data: config } = useConfig()
  return (
    <>
      <p>
        Aura is in closed beta{config && ` on ${config.chain.name}`}. By using Aura you agree to these terms. They are
        short so that you can read them.
      </p>
      <h2>What you may expect</h2>
      <p>
        Aura is provided as is. It may contain errors and may be unavailable. Its ledger records every transfer of
        points and Steeze, and entries are never changed.
      </p>
      <h2>Points and Steeze</h2>
      <p>
        Aura Points are a score. They have no monetary value and can't be sold. 1 USDC buys {STEEZE_PER_USDC} Steeze.
        Each earned Steeze redeems for {STEEZE_VALUE_USDC} USDC unless the contract is paused or the daily limit is
        reached. Purchased Steeze can be gifted and is not refundable.
      </p>
      <h2>Payments on chain</h2>
      <p>
        Your wallet makes the transactions, and nobody can undo them. <PartsOf page="terms" />
        If the network reverses a payment after we credited it, we reverse the credit, and you owe what you already
        spent of it.
      </p>
      <h2>What you may not do</h2>
      <ul>
        <li>Use several accounts to collect bonuses or decide battles.</li>
        <li>Impersonate someone, or use abusive names or pictures.</li>
        <li>Attack the service, or automate it in ways that keep others from using it.</li>
      </ul>
      <h2>Suspension</h2>
      <p>
        We may suspend accounts that break these rules or remove a wallet from the beta. We tell you why. You keep what
        you have: battles run to their end, and you can still redeem earned Steeze and download your data. We may freeze
        redemptions while we investigate, and tell you why.
      </p>
      <h2>Leaving</h2>
      <p>
        You can delete your account in Settings once your accepted and live battles, gifts and redemptions are finished,
        and while your redemptions aren’t frozen. Pending challenges end and their stakes are returned. Any Steeze you
        still have is forfeited. You see the amount before you confirm.
      </p>
    </>
  )
}
