import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { Gift } from 'lucide-react'
import type { Parts } from '#lib/parts'
import { receiptWords } from './receipt-words.ts'

const parts: Parts = {
  notifications: { vouch_received: { label: 'Vouches', note: 'Someone vouches for you.' } },
  walletBenefits: [{ icon: Gift, title: 'Vouch Payments', note: 'Send and receive vouches in USDC.' }],
  points: <li>A vouch for you brings {VOUCH_RULES.apPerUsdc} AP per USDC, multiplied by the voucher's level.</li>,
  terms: <>A vouch goes to the other person's wallet in full. </>,
  receipts: receiptWords,
  publicRecords: ['vouches'],
  chainRecords: ['vouches'],
  guide: (
    <>
      <h2>Vouch</h2>
      <p>
        Open a profile to vouch for that person with USDC from your wallet: whole dollars, at least{' '}
        {VOUCH_RULES.minUsdc} and at most {VOUCH_RULES.maxUsdc} per person in total. They receive all of it, and Aura
        Points too. Between two people only the net amount earns points: USDC that goes back, or is sent again, earns
        none. Vouches between related accounts earn none.
      </p>
      <p>
        You can say why in one line of up to {VOUCH_RULES.wordsLength} characters. It is public beside your vouch; you
        can remove it, and everyone can report it to the admins.
      </p>
    </>
  ),
  tips: (
    <li>
      <b>Vouch when your level is high.</b> Your level at the time of the transaction is what counts.
    </li>
  ),
}
export default parts
