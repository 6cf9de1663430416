/** Small advice. */
export const TipsPage = () => (
  <>
    <ul>
      <li>
        <b>Learn early in the day.</b> A day ends at your own midnight, and a knowledge check that was passed before it
        can be claimed after it, but counts for the day of the claim.
      </li>
      <li>
        <b>Keep a lesson for tomorrow.</b> One a day keeps the streak; the others only pay.
      </li>
      <li>
        <b>Vouch when your level is high.</b> The level you have in the block of your vouch is what counts.
      </li>
      <li>
        <b>Choose an hour people are awake.</b> Gifts decide battles, so start yours when those who would gift are
        there.
      </li>
      <li>
        <b>Stake what you can spare.</b> Points at stake can't be staked a second time until the battle is over.
      </li>
      <li>
        <b>Read the receipt.</b> Every battle that is over has one, and anybody can recompute it.
      </li>
      <li>
        <b>Sign nothing you don't expect.</b> Aura asks for a signature to sign in, to link a wallet and to approve a
        payment. Nobody from Aura asks for your seed phrase.
      </li>
    </ul>
  </>
)
