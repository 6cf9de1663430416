import type { AccountTransfer } from '@aura/api/calls/accounts'
import { formatUsdc, MICROS_PER_USDC, usdcPlain } from '@aura/api/money'

interface TransferText {
  /** Followed by the person or the address, if it has one. */
  what: string
  isIncoming: boolean
  hasAddress: boolean
}

const TEXTS: Record<AccountTransfer['kind'], TransferText> = {
  received: { what: 'From', isIncoming: true, hasAddress: true },
  sent: { what: 'To', isIncoming: false, hasAddress: true },
  'vouch-received': { what: 'Vouch from', isIncoming: true, hasAddress: true },
  'vouch-given': { what: 'Vouch for', isIncoming: false, hasAddress: true },
  'steeze-bought': { what: 'Steeze bought', isIncoming: false, hasAddress: false },
  'steeze-redeemed': { what: 'Steeze redeemed', isIncoming: true, hasAddress: false },
}

export const transferText = (kind: AccountTransfer['kind']): TransferText => TEXTS[kind]

const MICROS_PER_CENT = MICROS_PER_USDC / 100

/** Returns USDC as amounts are shown, and with all of its digits where cents would hide some. */
export const amountText = (micros: number): string =>
  micros % MICROS_PER_CENT === 0 ? formatUsdc(micros) : usdcPlain(micros)
