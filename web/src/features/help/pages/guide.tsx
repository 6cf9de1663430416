import { STEEZE_PER_USDC, STEEZE_VALUE_USDC } from '@aura/api/money'
import { listed, RULES } from '@aura/api/rules'
import { Link } from 'wouter'
import { paths } from '#paths'

/** From the first visit to the first battle. */
export const GuidePage = () => (
  <>
    <p>Ten minutes, from joining to your first battle.</p>
    <h2>Join</h2>
    <p>
      Press LOGIN on the first page and choose a wallet, or X where it is offered. A wallet signs a message that says
      what it is for; that moves nothing and costs nothing. You can link the other one later. In the closed beta a
      wallet has to be on the list first.
    </p>
    <h2>Learn</h2>
    <ol>
      <li>There are {RULES.lessonsPerDay} lessons a day on your dashboard. Open one with Build Aura and read it.</li>
      <li>
        Take the knowledge check. A wrong answer explains itself and costs nothing; you can try again after{' '}
        {RULES.quizRetrySeconds} seconds.
      </li>
      <li>Claim. The points are yours, and the day is in your streak.</li>
    </ol>
    <p>A lesson you completed before pays nothing again, and still keeps your streak.</p>
    <h2>Battle</h2>
    <ol>
      <li>
        Choose somebody, a stake and a start at most {RULES.battleAheadDays} days ahead. Battles last{' '}
        {listed(RULES.battleHours)} hours.
      </li>
      <li>Your stake is set aside at once, theirs when they accept. Unanswered challenges end at their start.</li>
      <li>While it is live, others gift Steeze to either of you. More Steeze received wins both stakes.</li>
      <li>A tie is a draw: both stakes go back. You keep the Steeze you received either way.</li>
    </ol>
    <p>
      You can have {RULES.battlesPending} challenges waiting, and {RULES.battlesOpen} battles accepted or live. In a day
      you can send {RULES.challengesPerDay} challenges, {RULES.challengesPerPairDay} of them to one person.
    </p>
    <h2>Vouch</h2>
    <p>
      On somebody's profile you can send them USDC from your wallet: whole dollars, at least {RULES.vouchMinUsdc}, at
      most {RULES.vouchMaxUsdc} to one person in all. All of it goes to them, and they are awarded Aura Points.
    </p>
    <h2>Steeze</h2>
    <p>
      On <Link href={paths.steeze}>Steeze Recharge</Link> 1 USDC buys {STEEZE_PER_USDC} Steeze, to gift in battles. What
      you receive in battles is earned Steeze, and 1 of it redeems for {STEEZE_VALUE_USDC} USDC. Bought Steeze can't be
      redeemed; gifts use it up first.
    </p>
  </>
)
