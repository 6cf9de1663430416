import { getAddress, isAddress } from 'viem'
import type { Context } from './context.ts'
import type { AdminCommand } from './feature.ts'

interface WalletCommand extends Pick<AdminCommand, 'name' | 'does'> {
  /** Arguments after `WALLET` in the usage. */
  readonly words?: string
  readonly fault?: (words: string | null) => string | undefined
  /** `wallet` has the checksum's case. */
  run(ctx: Context, wallet: string, words: string | null): Promise<string>
}

export const faultOfWallet = (text: string): string | undefined =>
  isAddress(text, { strict: false }) ? undefined : `${text || 'Nothing'} is not a wallet address.`

/** Returns a command whose subject is a wallet, given in any case of its address. */
export const walletCommand = ({ name, does, words: form, fault, run }: WalletCommand): AdminCommand => ({
  name,
  form: ['WALLET', ...(form ? [form] : [])].join(' '),
  does,
  fault: (subject, words) => faultOfWallet(subject) ?? fault?.(words),
  run: (ctx, subject, words) => run(ctx, getAddress(subject.toLowerCase()), words),
})

/** Returns the fault of a command without the reason that is shown to its subject. */
export const faultOfReason = (words: string | null): string | undefined =>
  words === null ? 'Give a reason. The owner will see it.' : undefined
