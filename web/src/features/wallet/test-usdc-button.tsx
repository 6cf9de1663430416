import type { PublicConfig } from '@aura/api/calls/config'
import { useState } from 'react'
import { toast } from '#ui/feedback/toast'
import { Button } from '#ui/forms/button'

interface TestUsdcButtonProps {
  config: PublicConfig
  address: string
  onGiven: () => void
}

/** Gives test money on a local chain, where no other exists. */
export function TestUsdcButton({ config: { chain, localChain }, address, onGiven }: TestUsdcButtonProps) {
  const [isBusy, setBusy] = useState(false)
  if (!localChain) return null
  const give = async () => {
    setBusy(true)
    try {
      const { giveTestUsdc } = await import('../../dev/demo-wallet/test-usdc.ts')
      await giveTestUsdc({ chainId: chain.id, ...localChain }, address)
      onGiven()
    } catch {
      toast({ title: 'No test USDC', description: 'The local chain isn’t responding.', kind: 'destructive' })
    }
    setBusy(false)
  }
  return (
    <Button kind="secondary" size={40} busy={isBusy && 'Getting it...'} onClick={() => void give()}>
      Get 1,000 test USDC
    </Button>
  )
}
