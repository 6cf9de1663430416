import { shortAddress } from '@aura/api/ids'
import { usdcText } from '@aura/api/money'
import { useQuery } from '@tanstack/react-query'
import { Wallet, X } from 'lucide-react'
import { read } from '#lib/query-client'
import { useConnectedAccount } from '#lib/wallet/use-connected-account'
import { useWallets } from '#lib/wallet/use-wallets'
import { Button } from '#ui/forms/button'
import { IconButton } from '#ui/forms/icon-button'
import styles from './sign-in-offer.module.css'
import { STEP_TEXT, useSignIn } from './use-sign-in.ts'

export default function SignInOffer({ rdns, onDismiss }: { rdns: string; onDismiss: () => void }) {
  const wallet = useWallets()?.find((w) => w.info.rdns === rdns)
  const address = useConnectedAccount(wallet)
  const { attempt, start } = useSignIn()
  if (!wallet || !address) return null
  return (
    <section aria-label="Sign in again" className={styles.offer}>
      <Wallet className="text-ink-2" size={20} strokeWidth={1.75} aria-hidden="true" />
      <p className="mr-auto min-w-0 text-sm leading-tight">
        <b className="block font-strong">
          {shortAddress(address)}
          <UsdcBalance address={address} />
        </b>
        <span className="text-ink-2">is connected in {wallet.info.name}</span>
      </p>
      <Button size={40} busy={attempt && STEP_TEXT[attempt.step]} onClick={() => void start(wallet)}>
        Sign in
      </Button>
      <IconButton label="Not now" icon={<X size={18} strokeWidth={1.75} aria-hidden="true" />} onClick={onDismiss} />
    </section>
  )
}

function UsdcBalance({ address }: { address: string }) {
  const { data } = useQuery(read('GET /api/web3/balance/:address', { address }))
  if (!data) return null
  return <span className="num ml-2">{usdcText(data.balance)} USDC</span>
}
