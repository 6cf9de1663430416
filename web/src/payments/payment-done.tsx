import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { read } from '#lib/query-client'
import { paths } from '#paths'
import { Notice } from '#ui/feedback/notice'
import { buttonClass } from '#ui/forms/button'
import { MoneyFacts } from '#ui/layout/money-facts'

interface PaymentDoneProps {
  title: string
  /** Amounts that moved, and the balances they left. */
  facts: readonly (readonly [string, string])[]
  /** Hash of the transaction whose receipt is linked. */
  hash: string
  /** What to do next. */
  children?: ReactNode
}

/** What a payment brought. Its receipt is linked as soon as it is listed. */
export function PaymentDone({ title, facts, hash, children }: PaymentDoneProps) {
  const { data } = useQuery({ ...read('GET /api/receipts', undefined, {}), staleTime: 0 })
  const receipt = data?.receipts.find(({ transactionHash }) => transactionHash === hash)
  return (
    <div className="my-4" data-payment-done>
      <Notice
        tone="ok"
        title={title}
        action={
          <div className="flex flex-wrap gap-2 py-2">
            {children}
            <Link href={receipt ? paths.receipt(receipt.id) : paths.receipts} className={buttonClass('secondary', 40)}>
              {receipt ? 'Receipt' : 'Receipts'}
            </Link>
          </div>
        }
      >
        <MoneyFacts facts={facts} />
      </Notice>
    </div>
  )
}
