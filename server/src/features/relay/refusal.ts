import { formatWhole, usdcPlain } from '@aura/api/money'
import { RELAY_RULES } from '@aura/api/rules/relay'
import { VOUCH_RULES } from '@aura/api/rules/vouching'
import { auraAccountAbi, auraVouchAbi, steezeStackAbi } from '@aura/contracts/abi'
import { decodeErrorResult, type Hex } from 'viem'

/** Why the network would refuse a payment: a name for programs, and a sentence for the person. */
export interface Refusal {
  reason: string
  message: string
}

const BY_REASON = {
  reverts: 'The network would refuse this payment.',
  'usdc-paused': 'USDC is paused right now. Try again later.',
  'usdc-blocked': 'USDC blocks one of these addresses.',
  balance: 'You don’t have enough USDC.',
  signature: 'This isn’t signed by a key of your wallet, or was signed for something else. Sign it again.',
  expired: 'This was signed too long ago. Sign it again.',
  used: 'This was sent already. Start again if you want to repeat it.',
  undeployed: 'Your account isn’t on the network yet. Its first key has to come along.',
  'empty-account': `Your account isn’t on the network yet. Make a payment first, or hold ${RELAY_RULES.newAccountUsdc} USDC.`,
  'no-account': 'Your wallet isn’t a passkey account. Send this from your wallet.',
  paused: 'Buying and redeeming are paused right now.',
  'day-cap': 'Today’s limit for redeeming is used up. Try again tomorrow (UTC).',
  'vouch-day-cap': `This person has reached today’s limit of AP from vouches: ${formatWhole(VOUCH_RULES.dailyAp)}. Vouch again after 00:00 UTC.`,
  outstanding: 'You can’t redeem more Steeze than exists.',
  nothing: 'There is nothing to redeem.',
  'own-address': 'This is your own address.',
  'lost-there': 'USDC sent to this address would be lost.',
  'key-exists': 'This key signs for your account already.',
  'key-unusable': 'Nobody could sign with this key.',
  'key-not-staying': 'This isn’t a key of your account, or it is leaving already.',
  'key-not-leaving': 'This key isn’t leaving, or it has left already.',
  'last-key': 'Your account has to keep one key. Add another first.',
} as const satisfies Record<string, string>

export const refusal = (reason: keyof typeof BY_REASON): Refusal => ({ reason, message: BY_REASON[reason] })

/** Of a vouch that is more than the pair has left. */
export const pairCapRefusal = (leftMicros: number): Refusal => ({
  reason: 'pair-cap',
  message: `You can vouch ${usdcPlain(leftMicros)} USDC more for this person.`,
})

const ABI = [...auraVouchAbi, ...steezeStackAbi, ...auraAccountAbi]

/** Errors of our contracts, by name. */
const BY_ERROR: Readonly<Record<string, keyof typeof BY_REASON>> = {
  EnforcedPause: 'paused',
  LimitExpired: 'expired',
  NothingToWithdraw: 'nothing',
  AboveDailyCap: 'day-cap',
  AboveOutstanding: 'outstanding',
  InvalidSignature: 'signature',
  CallsExpired: 'expired',
  NonceUsed: 'used',
  KeyExists: 'key-exists',
  UnusableKey: 'key-unusable',
  KeyDoesNotStay: 'key-not-staying',
  KeyDoesNotLeave: 'key-not-leaving',
  LastKey: 'last-key',
}

/** USDC gives its reasons as text. */
const BY_TEXT: readonly (readonly [RegExp, keyof typeof BY_REASON])[] = [
  [/paused/i, 'usdc-paused'],
  [/blacklisted|blocklisted/i, 'usdc-blocked'],
  [/exceeds balance/i, 'balance'],
  [/expired/i, 'expired'],
  [/used or cancell?ed/i, 'used'],
  [/signature/i, 'signature'],
]

/** Returns why a call reverts with this data. */
export function refusalOf(data: string | null): Refusal {
  const { errorName, args = [] } = decoded(data)
  if (errorName === 'AbovePairCap') return pairCapRefusal(Number(args[0]))
  const reason =
    errorName === 'Error' ? BY_TEXT.find(([pattern]) => pattern.test(String(args[0])))?.[1] : BY_ERROR[errorName]
  return refusal(reason ?? 'reverts')
}

function decoded(data: string | null): { errorName: string; args?: readonly unknown[] | undefined } {
  try {
    return decodeErrorResult({ abi: ABI, data: data as Hex })
  } catch {
    return { errorName: '' }
  }
}
