import { implementationOf } from '@aura/contracts/signing/account'
import { formatEther, type Hex, padHex } from 'viem'
import type { CheckSubject } from '#platform/doctor/check'
import { type Finding, ok, problem, skipped, warning } from '#platform/doctor/check'
import { WEI_PER_GWEI } from './relay.rules.ts'
import { RelayKey } from './relay-key.ts'
import { findSpentByDay } from './store.ts'

const DAY_MS = 86_400_000
const SHOWN_DAYS = 7
/** Payments that the balance should be enough for, and what one takes at most. */
const ENOUGH_PAYMENTS = 200n
const PAYMENT_GAS = 270_000n

/** Says how long the relay's ETH lasts at the present price, and what each of the last days cost. */
export async function checkRelay({ config: { secrets, settings }, chain, db }: CheckSubject): Promise<Finding[]> {
  if (!secrets.relayKey) return [skipped('RELAY_KEY is not set: people send their own transactions')]
  const { address } = new RelayKey(secrets.relayKey)
  const [balance, price] = await Promise.all([chain.etherBalance(address), chain.gasPrice()])
  const payments = balance / (PAYMENT_GAS * price)
  const has = `The relay ${address} has ${formatEther(balance)} ETH, enough for ${payments} payments at the present price`
  const found =
    payments === 0n
      ? [problem(`${has}. Send it some ETH; until then people send their own transactions.`)]
      : payments < ENOUGH_PAYMENTS
        ? [warning(`${has}. Send it some more.`)]
        : [ok(has)]
  if (settings.accountFactory === null) {
    found.push(warning("New passkey accounts can't be made. Set ACCOUNT_FACTORY."))
  } else if (chain.contracts && !(await isFactory(chain, settings.accountFactory))) {
    found.push(problem(`ACCOUNT_FACTORY: ${settings.accountFactory} makes no accounts on ${chain.name}. Correct it.`))
  }
  const days = db ? await findSpentByDay(db, new Date(Date.now() - SHOWN_DAYS * DAY_MS)).catch(() => []) : []
  for (const { day, mined, failed, gwei } of days) {
    const paid = formatEther(BigInt(gwei) * WEI_PER_GWEI)
    found.push(ok(`${day}: ${mined} payments relayed, ${failed} failed, ${paid} ETH paid`))
  }
  return found
}

/** `implementation()`. */
const IMPLEMENTATION = '0x5c60da1b'

const isFactory = async (chain: CheckSubject['chain'], to: string): Promise<boolean> => {
  const made = await chain.call({ to, data: IMPLEMENTATION })
  return made === padHex(implementationOf(to as Hex), { size: 32 })
}
