import { AUTH_RULES } from '@aura/api/rules/auth'
import { BATTLE_RULES } from '@aura/api/rules/battles'
import { LEADERBOARD_RULES } from '@aura/api/rules/leaderboard'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { NOTIFICATION_RULES } from '@aura/api/rules/notifications'
import { TRACE_RULES } from '@aura/api/rules/related-accounts'
import { REQUEST_RULES } from '@aura/api/rules/requests'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { errorText } from '#lib/error-text'
import { read } from '#lib/query-client'
import { useRecords } from '#lib/records'
import { paths } from '#paths'
import { PartFailed } from '#ui/feedback/load-failed'

export const PrivacyPage = () => (
  <>
    <p>What Aura stores about you, for how long, and who can see it. We show no ads and use no third‑party trackers.</p>
    <h2>What everyone can see</h2>
    <p>
      Your username, picture, level, streak and points; your <Records of="open" />. Signed-in users also see your wallet
      address and the channels on X, Twitch, YouTube and Kick that you connected. Blockchain transactions are public and
      permanent. We can't remove them.
    </p>
    <h2>What we store for your account</h2>
    <ul>
      <li>
        Your username, picture and time zone, and your name and handle on X and other accounts you connected. What you
        connected of Google, Discord and others is shown to you alone. We don't ask for an e‑mail address.
      </li>
      <li>Which wallets you used and when, so that we can match payments on chain.</li>
      <li>Lessons you completed and your results in their checks.</li>
      <li>
        Your <Records of="all" />, and every transfer of points and Steeze.
      </li>
      <Told />
      <li>Your notifications and notification settings.</li>
      <li>If you turned on push notifications: your browser's push address, until you turn them off or log out.</li>
      <li>If you were suspended, when and why.</li>
    </ul>
    <p>
      We keep this until you delete your account, except for what is listed below. You can download all of it in
      Settings.
    </p>
    <h2>What we delete automatically</h2>
    <ul>
      <li>
        Sessions end {AUTH_RULES.sessionDays} days after you last used them, and {AUTH_RULES.sessionMaxDays} days after
        sign-in at the latest. A session stores your kind of browser, not your IP address. While you take challenges
        from everybody, those who look for an opponent see whether you used Aura in the last{' '}
        {BATTLE_RULES.onlineMinutes} minutes.
      </li>
      <li>
        Sign-in messages expire after {AUTH_RULES.nonceMinutes} minutes, sign-ins with other accounts after{' '}
        {AUTH_RULES.providerFlowMinutes}. Both are then deleted.
      </li>
      <li>
        To tell when one person plays several accounts, each sign-in, and each day on which you use Aura, leaves a coded
        trace of your device and network, with the hour. We can compare these traces but not read them. We keep networks
        for {TRACE_RULES.addressDays} days and devices for {TRACE_RULES.deviceDays}.
      </li>
      <li>
        Notifications are deleted {NOTIFICATION_RULES.readDays} days after they arrived if you have read them, all
        others after {NOTIFICATION_RULES.days}.
      </li>
      <li>
        The log of who did what in a battle, such as accepting it, is kept for {BATTLE_RULES.stepDays} days, your points
        on leaderboards of past weeks and months for {LEADERBOARD_RULES.pastBoardDays}. The battle and its result stay.
      </li>
      <li>
        Responses we store so that a repeated request never acts twice are kept for {REQUEST_RULES.idempotencyDays}{' '}
        days.
      </li>
    </ul>
    <h2>Cookies</h2>
    <p>
      One cookie keeps you signed in, one tells the page that you may be signed in, and short-lived ones tie a sign-in
      to your browser. A random one recognises your device. Visitors who watch live get a random one so that we count
      them once. After you change something, one without content lasts a few seconds, so that you see your change at
      once. If you try a lesson before you join, two cookies keep your result for {LESSON_RULES.trialKeptHours} hours.
      We share none of them.
    </p>
    <h2>In your browser</h2>
    <p>
      Your theme, what you folded away, your last wallet, payments in progress, which rewards you have seen, your
      guesses and place in lessons and your steps in a lab are stored in your browser only. The steps go once the lab is
      saved, and all of a lesson when you log out or delete your account. Your name and ring stay there to greet you
      when you come back, until you delete your account or choose “Not you?” as you log in.
    </p>
    <h2>Server logs</h2>
    <p>
      The server logs requests with their IP address to find errors and abuse. The operator decides how long logs are
      kept. Ask <Link href={paths.help('support')}>support</Link>.
    </p>
    <h2>After you delete your account</h2>
    <p>
      Your name, picture, handles, sessions, notifications and lessons are removed immediately, from every page and
      ranking. The ledger and battle receipts keep their amounts under an anonymous name, because they have to add up.
      Your <Records of="onChain" /> keep the wallet address that is public on chain. The admin log is kept too. If your
      account was found to belong to the same person as another, we keep that they are related, without the reasons.
    </p>
    <p>
      We also keep keyed hashes of every wallet and connected account you ever used. They don't reveal who you are, but
      we recognise you if you return with one of them. With them we keep what you already received: the wallet bonus,
      the lessons and reviews that paid you and when, your results in checks, the questions you knew, your streak and
      your time zone. So bonus and lessons pay once, and your streak continues once.
    </p>
    <p>
      We keep what restricts you in the same way: who blocked or muted you, open reports about you, suspensions, what
      you lost in battles, and what you owe after the network reversed a payment. We keep your own blocks, mutes and
      challenge settings, too, and you get them back. Leaving and returning doesn't lift a restriction.
    </p>
    <h2>Third parties</h2>
    <p>
      Signing in with X, Google or another account tells them that you use Aura. Your wallet and the network nodes it
      uses see your transactions. WalletConnect connections pass through its relay. When you pay with such a wallet, our
      server reads the network for it, whose nodes see the wallet’s address. We store X tokens only if posting is turned
      on, and encrypted, and no tokens of others.
    </p>
  </>
)

const Records = ({ of }: { of: 'open' | 'onChain' | 'all' }) => useRecords()[of]

/** The sentences that stand beside the server's tables. */
function Told() {
  const { data = [], error, isFetching, refetch } = useQuery(read('GET /api/privacy'))
  if (error && data.length === 0) {
    return (
      <li>
        <PartFailed text={errorText(error).description} isBusy={isFetching} onRetry={() => void refetch()} />
      </li>
    )
  }
  return data.map((sentence) => <li key={sentence}>{sentence}</li>)
}
