import { formatWhole } from '@aura/api/money'
import { RULES } from '@aura/api/rules'

/** What people ask. */
export const FaqPage = () => (
  <>
    <h2>Does anything cost money?</h2>
    <p>
      Lessons, streaks and battles don't. Buying Steeze and vouching cost what you choose to pay, and the network's fee,
      which your wallet names before you agree.
    </p>
    <h2>Can I lose Aura Points?</h2>
    <p>
      Only those you stake, and only by losing that battle. What is at stake is shown beside your points and comes back
      when a challenge is refused, withdrawn, expires or is cancelled, and when a battle is a draw.
    </p>
    <h2>Why is my streak 0?</h2>
    <p>A whole day of your time zone passed without a completed lesson. The points you earned stay.</p>
    <h2>Why can't I redeem all my Steeze?</h2>
    <p>
      Only earned Steeze can be redeemed. There is one redemption at a time, each has to be withdrawn within{' '}
      {RULES.redeemMinutes} minutes, and at most {formatWhole(RULES.redeemDailyUsdc)} USDC can be redeemed by everybody
      together on a UTC day. What you don't withdraw in time comes back.
    </p>
    <h2>Why does it say "Confirming"?</h2>
    <p>
      A payment counts when enough blocks stand on top of it. You can close the page: it is credited all the same, and
      never twice.
    </p>
    <h2>Can I cancel a battle?</h2>
    <p>
      A challenge nobody answered, yes: withdraw it. Once it is accepted, both of you have to agree before it starts.
      After that only an admin can call it off, with a reason that its page shows; then everything goes back.
    </p>
    <h2>Can I use another wallet?</h2>
    <p>
      Yes, in your settings. If your current wallet signs too, it happens at once. If you lost it, confirm with the X
      account you have connected for at least {RULES.walletNoticeDays} days: the new wallet takes effect{' '}
      {RULES.walletNoticeDays} days later. Until then any of your sessions can cancel it, and nothing can be redeemed.
    </p>
    <h2>What happens when an account is suspended?</h2>
    <p>
      Its owner reads the reason on every page. Challenges that wait are given back, battles run on, and nothing is
      taken: earned Steeze can still be redeemed.
    </p>
  </>
)
