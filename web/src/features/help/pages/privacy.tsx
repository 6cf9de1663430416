import { RULES } from '@aura/api/rules'
import { Link } from 'wouter'
import { paths } from '#paths'

/** What is held, for how long, and who sees it. */
export const PrivacyPage = () => (
  <>
    <p>What Aura keeps about you, for how long, and who sees it. There is no advertising and no tracking by others.</p>
    <h2>What everybody sees</h2>
    <p>
      Your username, picture, level, streak and points, your battles, your gifts in battles, and what you vouched and
      were vouched. People who are signed in also see your wallet address and X handle. What you do on chain is public
      by nature, for ever, and outside of our reach.
    </p>
    <h2>What is kept for your account</h2>
    <ul>
      <li>Your username, picture and time zone, and the name and handle X gave us. There is no e-mail address.</li>
      <li>Which wallets you had from when to when, since payments on chain go by that.</li>
      <li>Which lessons you completed, and how you did in their checks.</li>
      <li>Your battles, gifts, vouches, purchases and redemptions, and every transfer of points and Steeze.</li>
      <li>What you were notified of, and what you want to be told.</li>
      <li>
        Where you turned on notifications for a closed browser: the address its maker gave for it, until you turn them
        off or log out.
      </li>
      <li>If you were suspended: when and why.</li>
    </ul>
    <p>This is kept until you delete your account. You can download all of it in the settings.</p>
    <h2>What goes by itself</h2>
    <ul>
      <li>
        A session ends {RULES.sessionDays} days after you last used it, and {RULES.sessionMaxDays} days after you signed
        in at the latest. It knows the kind of browser, not your address.
      </li>
      <li>
        A message to sign is good for {RULES.nonceMinutes} minutes, a trip to X for {RULES.xFlowMinutes}; they are
        cleared away after.
      </li>
      <li>Answers kept so that a repeated request does nothing twice are repeated for {RULES.idempotencyDays} days.</li>
    </ul>
    <h2>Cookies</h2>
    <p>
      One keeps you signed in, one tells the page that you may be, and short-lived ones tie a sign-in to your browser. A
      visitor who watches live gets a random one, to be counted once. None is shared with anybody.
    </p>
    <h2>In your browser</h2>
    <p>
      Your theme, which wallet you used last, and payments that are on their way are kept in the browser itself, and
      nowhere else.
    </p>
    <h2>The server's log</h2>
    <p>
      The server notes requests with the address they came from, to find faults and abuse. How long that log is kept is
      up to who runs this Aura; ask by <Link href={paths.help('support')}>support</Link>.
    </p>
    <h2>After you delete your account</h2>
    <p>
      Your name, picture, handles, sessions, notifications and lessons are gone at once, from every page and ranking.
      The ledger and the receipts of battles keep their numbers under a name that says nothing, or they would no longer
      add up; purchases, redemptions and vouches keep the wallet address that stands beside them on chain. What admins
      wrote down about what they did stays, too.
    </p>
    <p>
      Under keyed hashes of your wallets and your X account we keep which of them had the wallet bonus, which lessons
      paid you and on which days, your streak and your time zone. Nobody can read who you are from them, but if you come
      back with the same wallet or X account, we find them: bonus and lessons are paid once, and your day goes on as it
      was.
    </p>
    <h2>Others</h2>
    <p>
      Signing in with X tells X that you use Aura. Your wallet, and the nodes of the network it asks, see your
      transactions. Connecting by WalletConnect passes through its relay. Tokens of X are kept only where posting is
      turned on, and then encrypted.
    </p>
  </>
)
