import type { Proof } from '@aura/api/proof'
import { errorCode } from '#lib/api-error'

/** By the wallet, or by a passkey. */
export type Signed = Proof
/**
 * `sign-in-again` makes the sign-in fresh. The others sign for one action, which takes the signature: disconnecting the
 * account of one provider, whose `name` is what people call it, or removing a passkey.
 */
export type FreshPurpose = 'sign-in-again' | 'remove-passkey' | { disconnect: string; name: string }
type Settle = (signed: Signed | null) => void
type AskToSign = (settle: Settle, purpose: FreshPurpose) => void

let askToSign: AskToSign | null = null
/** The open question, shared by all work that needs a signature for the same purpose. */
let pending: { response: Promise<Signed | null>; settle: Settle; purpose: FreshPurpose } | null = null

/** Registers the dialog that asks for signatures. Returns a function that unregisters it and declines. */
export function onFreshSignInWanted(next: AskToSign): () => void {
  askToSign = next
  return () => {
    if (askToSign !== next) return
    askToSign = null
    pending?.settle(null)
  }
}

/** Repeats work with a new signature if it needs one. Throws the refusal if declined or without a dialog. */
export async function freshly<T>(
  work: (signed?: Signed) => Promise<T>,
  purpose: FreshPurpose = 'sign-in-again',
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (errorCode(error) !== 'FRESH_SIGN_IN_REQUIRED') throw error
    const signed = await asked(purpose)
    if (!signed) throw error
    return work(signed)
  }
}

const keyOf = (purpose: FreshPurpose) => (typeof purpose === 'string' ? purpose : `disconnect/${purpose.disconnect}`)
const isSame = (one: FreshPurpose, other: FreshPurpose) => keyOf(one) === keyOf(other)

async function asked(purpose: FreshPurpose): Promise<Signed | null> {
  while (pending && !isSame(pending.purpose, purpose)) await pending.response
  if (pending) return pending.response
  if (!askToSign) return null
  let settle: Settle = () => undefined
  const response = new Promise<Signed | null>((resolve) => {
    settle = resolve
  })
  pending = { response, settle, purpose }
  void response.then(() => {
    pending = null
  })
  askToSign(settle, purpose)
  return response
}

/** Returns how the server is told what a signature is for. */
export const purposeQuery = <T extends string>(purpose: T | Extract<FreshPurpose, object>) =>
  typeof purpose === 'string' ? { purpose } : { purpose: 'disconnect' as const, provider: purpose.disconnect }
