import type { AccountTransfer } from '@aura/api/calls/accounts'

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
