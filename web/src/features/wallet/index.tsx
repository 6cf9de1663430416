import { lateDialog } from '#ui/overlay/late-dialog'

/** The user's wallet: its balance, its address to receive USDC, and sending USDC out. */
export const WalletDialog = lateDialog(() => import('./wallet-dialog.tsx'))
