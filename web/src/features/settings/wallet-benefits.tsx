import { Gift, Swords } from 'lucide-react'
import { Card, Setting } from './card.tsx'

export function WalletBenefits() {
  return (
    <Card title="Wallet Benefits">
      <Setting
        icon={<Swords size={20} strokeWidth={1.75} />}
        title="Battle Rewards"
        note="AP and earned Steeze from battles you win. Earned Steeze redeems for USDC to your wallet."
      />
      <Setting
        icon={<Gift size={20} strokeWidth={1.75} />}
        title="Vouch Payments"
        note="Send and receive vouches in USDC."
      />
    </Card>
  )
}
