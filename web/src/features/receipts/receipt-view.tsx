import type { PublicConfig } from '@aura/api/calls/config'
import type { Receipt } from '@aura/api/calls/receipts'
import { formatWhole, usdcText } from '@aura/api/money'
import { ArrowUpRight, Check, Hourglass, Link2, Printer } from 'lucide-react'
import type { CSSProperties } from 'react'
import { showTheme } from '#lib/theme'
import { useTimes } from '#lib/time/times'
import { toast } from '#ui/feedback/toast'
import { Button, buttonClass } from '#ui/forms/button'
import { Stat, StatStrip } from '#ui/layout/stat-strip'
import { ChainSide } from './chain-side.tsx'
import { LedgerSide } from './ledger-side.tsx'
import styles from './receipt.module.css'
import { amountOf, receiptNumber } from './receipt-text.ts'
import { type ReceiptWords, useReceiptWords } from './receipt-words.ts'
import { SteezeStrokes } from './steeze-strokes.tsx'

interface ReceiptViewProps {
  receipt: Receipt
  chain: PublicConfig['chain']
}

export function ReceiptView({ receipt, chain }: ReceiptViewProps) {
  const words = useReceiptWords()[receipt.kind]
  const amount = amountOf(receipt, words)
  // Another network's explorer does not know the transaction.
  const explorerUrl = chain.id === receipt.chainId ? chain.explorerUrl : null
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <span className={`num ${styles.poster}`} style={{ '--letters': amount.length } as CSSProperties}>
            {amount}
          </span>{' '}
          <span className={styles.words}>
            <small>Receipt {receiptNumber(receipt)}</small> {words.title(receipt.other?.username ?? '')}
          </span>
        </h1>
        <div className={styles.actions} data-no-print>
          {explorerUrl && (
            <a
              className={buttonClass('secondary', 40)}
              href={`${explorerUrl}/tx/${receipt.transactionHash}`}
              target="_blank"
              rel="noreferrer"
            >
              View on Explorer
              <ArrowUpRight size={16} strokeWidth={1.75} aria-hidden="true" />
            </a>
          )}
          <Button kind="secondary" size={40} onClick={() => void copyLink()}>
            <Link2 size={18} strokeWidth={1.75} aria-hidden="true" />
            Copy link
          </Button>
          <Button kind="secondary" size={40} className={styles.print ?? ''} onClick={printLight}>
            <Printer size={18} strokeWidth={1.75} aria-hidden="true" />
            Print
          </Button>
        </div>
      </header>
      {receipt.steeze !== null && <SteezeStrokes receipt={receipt} steeze={receipt.steeze} />}
      <Figures receipt={receipt} words={words} />
      <div className={styles.sides}>
        <ChainSide
          receipt={receipt}
          words={words}
          network={chain.id === receipt.chainId ? chain.name : `chain ${receipt.chainId}`}
        />
        <LedgerSide receipt={receipt} words={words} />
      </div>
    </>
  )
}

function Figures({ receipt, words }: { receipt: Receipt; words: ReceiptWords }) {
  const times = useTimes()
  const { usdc, aura, status, transfers, countedUsdc, auraCapped } = receipt
  const rate = words.rate(receipt)
  const last = transfers.at(-1)
  const credited = status === 'completed' && last ? last.createdAt : null
  return (
    <StatStrip>
      <Stat name={words.paid} value={usdcText(usdc)} unit="USDC" />
      {aura === null ? (
        <Stat name="Rate" value={rate.value} unit={rate.unit} />
      ) : (
        <Stat
          name={words.awarded ?? ''}
          value={formatWhole(aura)}
          unit="AP"
          note={`${rate.unit}, ${rate.value}${countedUsdc !== null && countedUsdc < usdc ? `, for ${usdcText(countedUsdc)} USDC of it` : ''}${auraCapped ? `; ${formatWhole(auraCapped)} AP were above that day’s limit` : ''}`}
        />
      )}
      <Stat
        name={words.credited}
        value={credited === null ? '–' : times.seconds(credited)}
        unit={credited === null ? 'not yet' : times.day(credited)}
      />
      <Stat
        name="Status"
        value={
          <span className={status === 'completed' ? styles.completed : styles.confirming}>
            {status === 'completed' ? (
              <Check size={24} strokeWidth={2} aria-hidden="true" />
            ) : (
              <Hourglass size={22} strokeWidth={2} aria-hidden="true" />
            )}
            {status}
          </span>
        }
      />
    </StatStrip>
  )
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    toast({ title: 'Link copied', description: 'Only you can open it.' })
  } catch {
    toast({ title: 'Copying failed', description: location.href, kind: 'destructive' })
  }
}

function printLight(): void {
  const before = document.documentElement.dataset.theme === 'light' ? 'light' : 'dark'
  showTheme('light')
  window.addEventListener('afterprint', () => showTheme(before), { once: true })
  window.print()
}
