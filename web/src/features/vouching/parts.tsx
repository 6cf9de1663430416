import { RULES } from '@aura/api/rules'
import { Gift } from 'lucide-react'
import type { Parts } from '#lib/parts'

const parts: Parts = {
  notifications: { vouch_received: { label: 'Vouches', note: 'Someone vouches for you.' } },
  walletBenefits: [{ icon: Gift, title: 'Vouch Payments', note: 'Send and receive vouches in USDC.' }],
  guide: (
    <>
      <h2>Vouch</h2>
      <p>
        Open a profile to vouch for that person with USDC from your wallet: whole dollars, at least {RULES.vouchMinUsdc}{' '}
        and at most {RULES.vouchMaxUsdc} per person in total. They receive all of it, and Aura Points too.
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
