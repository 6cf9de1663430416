import type { Receipt } from '@aura/api/calls/receipts'
import { shortAddress } from '@aura/api/ids'
import { formatWhole } from '@aura/api/money'
import type { ReactNode } from 'react'
import { useTimes } from '#lib/time/times'
import { CopyButton } from '#ui/forms/copy-button'
import styles from './receipt.module.css'

interface ChainSideProps {
  receipt: Receipt
  network: string
}

export function ChainSide({ receipt, network }: ChainSideProps) {
  const { kind, transactionHash, block, walletAddress, contractAddress, targetAddress, createdAt } = receipt
  const isVouch = kind === 'vouch_given' || kind === 'vouch_received'
  const times = useTimes()
  return (
    <section aria-labelledby="chain" className={styles.side}>
      <h2 id="chain">On {network}</h2>
      <dl className={styles.facts}>
        <Fact name="Transaction" aside={<CopyButton text={transactionHash} label="Copy transaction hash" />}>
          <span className={styles.hash}>{transactionHash}</span>
        </Fact>
        <Fact name="Block" aside={`log ${block.logIndex}`}>
          {formatWhole(block.number)}
        </Fact>
        <Fact name="From" aside={kind === 'vouch_received' ? 'their wallet' : 'your wallet'}>
          <span title={walletAddress}>{shortAddress(walletAddress)}</span>
        </Fact>
        <Fact name="To" aside={isVouch ? 'Vouch contract' : 'Steeze contract'}>
          <span title={contractAddress}>{shortAddress(contractAddress)}</span>
        </Fact>
        {targetAddress && (
          <Fact name="USDC to" aside={kind === 'vouch_received' ? 'your wallet' : 'their wallet'}>
            <span title={targetAddress}>{shortAddress(targetAddress)}</span>
          </Fact>
        )}
        <Fact name="Block time" aside={times.day(createdAt)}>
          {times.seconds(createdAt)}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, aside, children }: { name: string; aside: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{children}</dd>
      <dd className={styles.aside}>{aside}</dd>
    </div>
  )
}
