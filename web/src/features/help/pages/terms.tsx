import { STEEZE_PER_USDC, STEEZE_VALUE_USDC } from '@aura/api/money'
import { useConfig } from '#lib/use-config'

/** What is agreed to by using it. */
export function TermsPage() {
  const { data: config } = useConfig()
  return (
    <>
      <p>
        Aura is in closed beta{config && ` on ${config.chain.name}`}. By using it you agree to this. It is short so that
        it can be read.
      </p>
      <h2>What you may expect</h2>
      <p>
        Aura is offered as it is, may be wrong, and may be away. It keeps a ledger in which every transfer of points and
        Steeze stands, and never changes what was written.
      </p>
      <h2>Points and Steeze</h2>
      <p>
        Aura Points are a score: they are worth no money and can't be sold. Steeze is bought at {STEEZE_PER_USDC} for 1
        USDC; earned Steeze redeems at {STEEZE_VALUE_USDC} USDC each, while the contract is not paused and the day's
        limit is not reached. Bought Steeze is spent by gifting it and is not paid back.
      </p>
      <h2>Payments on chain</h2>
      <p>
        Transactions are made by your wallet and can't be taken back by anybody. A vouch goes to the other person's
        wallet in full. If a payment disappears from the chain after it was credited, so does the credit; what was spent
        of it is owed.
      </p>
      <h2>What you may not do</h2>
      <ul>
        <li>Use several accounts to collect bonuses or to decide battles.</li>
        <li>Pass yourself off as somebody else, or show pictures and names that hurt people.</li>
        <li>Attack the service or use it with programs that keep others from it.</li>
      </ul>
      <h2>Suspension</h2>
      <p>
        Who does so may be suspended, and a wallet may be taken off the list of the beta. You are told the reason of a
        suspension. Nothing you have is taken: battles run to their end, and you can still redeem earned Steeze and take
        your data with you. Redeeming itself can be frozen while something is looked into; you are told the reason then,
        too.
      </p>
      <h2>Leaving</h2>
      <p>
        You can delete your account in the settings once no accepted or live battle, gift or redemption of yours is
        open. Challenges without an answer end with it and return their stakes. Steeze you have then is forfeited; the
        page names it before you confirm.
      </p>
    </>
  )
}
