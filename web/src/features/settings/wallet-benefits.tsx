import { type LucideIcon, Swords } from 'lucide-react'
import { useParts } from '#lib/use-parts'
import { Card, Setting } from './card.tsx'

declare module '#lib/parts' {
  interface Parts {
    readonly walletBenefits?: readonly { icon: LucideIcon; title: string; note: string }[]
  }
}

export function WalletBenefits() {
  const benefits = useParts().flatMap(({ walletBenefits = [] }) => walletBenefits)
  return (
    <Card title="Wallet Benefits">
      <Setting
        icon={<Swords size={20} strokeWidth={1.75} />}
        title="Battle Rewards"
        note="AP and earned Steeze from battles you win. Earned Steeze redeems for USDC to your wallet."
      />
      {benefits.map(({ icon: Icon, title, note }) => (
        <Setting key={title} icon={<Icon size={20} strokeWidth={1.75} />} title={title} note={note} />
      ))}
    </Card>
  )
}
