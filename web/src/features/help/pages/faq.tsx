import { formatWhole } from '@aura/api/money'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { RELAY_RULES } from '@aura/api/rules/relay'
import { STEEZE_RULES } from '@aura/api/rules/steeze'
import { PartsOf } from '../parts-of.tsx'

export const FaqPage = () => (
  <>
    <h2>Does anything cost money?</h2>
    <p>
      Lessons, streaks and battles are free. When you pay with USDC, you choose the amount and see it before you
      confirm. The network charges a fee, which Aura pays as long as it can.
    </p>
    <h2>Do I need ETH?</h2>
    <p>
      Not while a form says that Aura hands the payment in. You sign it once, and nobody can change what you signed:
      neither the amount nor whom it is for. Each person, hour and day has a limit. When it is reached, your own wallet
      can send the payment, and you pay the fee in ETH.
    </p>
    <h2>What is the wallet of my passkey?</h2>
    <p>
      It is a contract on the network that obeys your passkey alone. Aura hands in what you sign and can’t move your
      USDC without you. Your first payment creates it; its address can receive USDC before that. Press your address at
      the top of the page to receive USDC, or to send it out. If you lose every key of the account, its USDC is lost
      too.
    </p>
    <h2>Can I lose Aura Points?</h2>
    <p>
      Only points you stake, and only if you lose that battle. Points at stake are shown beside your balance. You get
      them back if the challenge is rejected, withdrawn or expires, and if the battle is cancelled or ends in a draw.
    </p>
    <h2>Why is my streak 0?</h2>
    <p>
      A whole day passed in your time zone without a lesson or review, and no rest day was left to cover it. You keep
      the points you earned, and your longest streak.
    </p>
    <h2>Why can't I redeem all my Steeze?</h2>
    <p>
      You can only redeem earned Steeze, one redemption at a time. Withdraw each within {STEEZE_RULES.redeemMinutes}{' '}
      minutes, or the Steeze returns to your balance. Everyone together can redeem{' '}
      {formatWhole(STEEZE_RULES.redeemDailyUsdc)} USDC per UTC day. Gifts can be redeemed some days after their battle,
      and we check large redemptions first. The Steeze screen says what waits and until when.
    </p>
    <h2>Why does it say "Confirming"?</h2>
    <p>A payment counts once the network confirms it. You can close the page. It is credited anyway, and only once.</p>
    <h2>Can I cancel a battle?</h2>
    <p>
      You can withdraw a challenge until it is accepted. After that, both of you must agree to cancel before it starts.
      Once it is live, only an admin can cancel it, with a reason shown on its page. All stakes and gifts are then
      returned.
    </p>
    <h2>Can I use another wallet?</h2>
    <p>
      Yes, in Settings. If your current wallet signs too, the change is immediate. If you lost it, confirm with an X
      account you connected at least {AUTH_RULES.walletNoticeDays} days ago. The new wallet then takes effect after{' '}
      {AUTH_RULES.walletNoticeDays} days. Until then you can cancel the change from any of your sessions, and you can't
      redeem.
    </p>
    <h2>What if I lose the device with my passkey?</h2>
    <p>
      If your passkey provider backs passkeys up, sign in to it on the new device: the passkey is there. Otherwise use
      another key of your wallet, so add a second passkey on another device, or an ordinary wallet, in Settings while
      you still can. There you also remove the lost one. It signs for {RELAY_RULES.removalHours} more hours, and any key
      can stop that, so a thief can’t lock you out either. Without any key, nobody can open the wallet or move its USDC,
      and neither can Aura.
    </p>
    <h2>What if someone else has a key of my wallet?</h2>
    <p>
      We tell you of every key that is added or removed, wherever it happened. If it wasn’t you, send your USDC to a
      wallet that is only yours, at once: each key can move it alone. Then stop the removal of your own keys in
      Settings, and remove theirs.
    </p>
    <h2>What if Aura is gone?</h2>
    <p>
      The wallet of your passkey is on the network and stays there. Save <a href="/rescue.html">the rescue page</a> now:
      it sends out what the wallet holds, through any node, and anyone can pay the network’s fee. From your disk it
      takes an ordinary wallet that is a key of yours, because browsers use a passkey only on the domain where it was
      made. With a passkey, someone who holds that domain has to serve the page.
    </p>
    <h2>How do I get into the closed beta?</h2>
    <p>
      Open an invite link of somebody who is in, and join with your wallet. Each link lets one person in. If yours is
      used or expired, ask for a new one.
    </p>
    <h2>What happens when an account is suspended?</h2>
    <p>
      The owner sees the reason on every page. Pending challenges end and their stakes are returned, running battles
      continue, and earned Steeze can still be redeemed.
    </p>
    <PartsOf page="faq" />
  </>
)
