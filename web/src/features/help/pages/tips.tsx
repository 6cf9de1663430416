import { PartsOf } from '../parts-of.tsx'

export const TipsPage = () => (
  <>
    <ul>
      <li>
        <b>Learn early in the day.</b> Your day ends at midnight in your time zone. If you claim after midnight, the
        lesson counts for the new day.
      </li>
      <li>
        <b>Keep a lesson for tomorrow.</b> One a day keeps your streak. The others add points, and all three count
        towards a rest day.
      </li>
      <PartsOf page="tips" />
      <li>
        <b>Battle when people are awake.</b> Gifts decide battles, so start when your crowd is online.
      </li>
      <li>
        <b>Stake what you can spare.</b> Points at stake can't be staked again until the battle is over.
      </li>
      <li>
        <b>Read the receipt.</b> Every finished battle has one, and anyone can recompute it.
      </li>
      <li>
        <b>Sign nothing you don't expect.</b> Aura asks you to sign when you sign in, link a wallet or approve a
        payment. Nobody from Aura will ask for your seed phrase.
      </li>
    </ul>
  </>
)
