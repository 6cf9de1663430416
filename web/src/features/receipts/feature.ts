import { ReceiptText } from 'lucide-react'
import type { Feature } from '#lib/feature'
import { paths } from '#paths'

export const receiptsFeature: Feature = {
  name: 'receipts',
  screens: [
    {
      path: paths.receipts,
      title: 'Receipts',
      load: () => import('./receipt-list-screen.tsx'),
      loading: 'Loading your receipts...',
      whileRestricted: true,
    },
    {
      path: paths.receipt(':id'),
      title: 'Receipt',
      load: () => import('./receipt-screen.tsx'),
      loading: 'Loading receipt...',
      whileRestricted: true,
    },
  ],
  destinations: [{ path: paths.receipts, name: 'Receipts', icon: ReceiptText, inAccountMenu: true }],
}
