import type { Receipt } from '@aura/api/calls/receipts'
import { shortAddress } from '@aura/api/ids'
import { formatWhole } from '@aura/api/money'
import type { ReactNode } from 'react'
import { useTimes } from '#lib/time/times'
import { CopyButton } from '#ui/forms/copy-button'
import styles from './receipt.module.css'
import type { ReceiptWords } from './receipt-words.ts'

interface ChainSideProps {
  receipt: Receipt
  words: ReceiptWords
  network: string
}

export function ChainSide({ receipt, words, network }: ChainSideProps) {
  const { transactionHash, block, walletAddress, contractAddress, targetAddress, createdAt } = receipt
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
        <Fact name="From" aside={words.sender}>
          <span title={walletAddress}>{shortAddress(walletAddress)}</span>
        </Fact>
        <Fact name="To" aside={words.contract}>
          <span title={contractAddress}>{shortAddress(contractAddress)}</span>
        </Fact>
        {targetAddress && (
          <Fact name="USDC to" aside={words.receiver}>
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
