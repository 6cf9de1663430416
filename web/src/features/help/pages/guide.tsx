import { listed } from '@aura/api/listed'
import { STEEZE_PER_USDC, STEEZE_VALUE_USDC } from '@aura/api/money'
import { AUTH_RULES } from '@aura/api/rules/auth'
import { BATTLE_RULES, SOFT_CLOSE_TEXT, SPRINT_MINUTES, untilText } from '@aura/api/rules/battles'
import { LESSON_RULES } from '@aura/api/rules/lessons'
import { Link } from 'wouter'
import { paths } from '#paths'
import { PartsOf } from '../parts-of.tsx'

export const GuidePage = () => (
  <>
    <p>From joining to your first battle in ten minutes.</p>
    <h2>Join</h2>
    <p>
      Press LOGIN on the landing page and choose a wallet, or X where available. Your wallet asks you to sign a message.
      Signing is free and moves no money. You can link the other one later. During the closed beta your wallet must be
      on the access list, or you join with a member’s invite link.
    </p>
    <h2>Learn</h2>
    <ol>
      <li>Your dashboard has {LESSON_RULES.lessonsPerDay} lessons a day. Open one with Build Aura and read it.</li>
      <li>
        Take the knowledge check: {LESSON_RULES.checkRightAnswers} right answers pass it. A wrong one is explained,
        costs no points and leads to another question {LESSON_RULES.quizRetrySeconds} seconds later. After{' '}
        {LESSON_RULES.checkWrongAnswers} wrong ones the check rests until tomorrow.
      </li>
      <li>Claim your points. The day now counts towards your streak.</li>
    </ol>
    <p>
      Questions you have answered come back in a review before you would forget them. A review asks{' '}
      {LESSON_RULES.reviewQuestions} questions; {LESSON_RULES.reviewRightAnswers} right answers count the day and pay{' '}
      {LESSON_RULES.reviewAp} AP, once a day. After your last lesson, a review is what keeps your streak.
    </p>
    <p>
      From {LESSON_RULES.labReviewDays} days after a lesson on, its lab comes back as the last of the five: with other
      numbers, and harder. You may answer a question instead. When a fact in the lessons changes, Learn says so once the
      month is over.
    </p>
    <h2>Battle</h2>
    <ol>
      <li>
        Choose an opponent, a stake and a start time up to {BATTLE_RULES.aheadDays} days ahead. Battles last{' '}
        {listed(BATTLE_RULES.hours)} hours, or {listed(SPRINT_MINUTES)} minutes if you are both there now. A rematch of
        such a short one starts {untilText(BATTLE_RULES.rematchStartsInS.sprint)} after it is accepted.
      </li>
      <li>
        Your stake is held now, your opponent's when they accept. An unanswered challenge expires at its start time.
      </li>
      <li>
        While the battle is live, everyone else gifts Steeze to either of you. Whoever receives more wins both stakes.
        Tap {listed(BATTLE_RULES.taps.steeze)} to gift at once, or hold for more. You can undo it for a second; what
        isn’t sent when you leave the page isn’t charged.
      </li>
      <li>Close battles may run on: {SOFT_CLOSE_TEXT.replace(/^A/, 'a')} The challenger can turn that off.</li>
      <li>A tie is a draw and returns both stakes. Either way you keep the Steeze you received.</li>
    </ol>
    <p>
      You can have {BATTLE_RULES.pending} pending challenges and {BATTLE_RULES.open} accepted or live battles. You can
      send {BATTLE_RULES.challengesPerDay} challenges a day, {BATTLE_RULES.challengesPerPairDay} of them to the same
      person.
    </p>
    <p>
      Your friend is not on Aura yet? Under Create Battle, choose "Anyone with a link" and send them the link. The first
      person to accept battles you, and the battle starts {BATTLE_RULES.linkStartsInMinutes} minutes later. Somebody who
      joins with a wallet has {AUTH_RULES.walletBonusAp} AP to stake. If nobody accepts within {BATTLE_RULES.linkDays}{' '}
      days, or you withdraw the link, you get your stake back.
    </p>
    <PartsOf page="guide" />
    <h2>Steeze</h2>
    <p>
      On <Link href={paths.steeze}>Steeze Recharge</Link>, 1 USDC buys {STEEZE_PER_USDC} Steeze to gift in battles.
      Steeze you receive in battles is earned; each redeems for {STEEZE_VALUE_USDC} USDC. Purchased Steeze can't be
      redeemed, and gifts use it first.
    </p>
  </>
)
