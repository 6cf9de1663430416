import { bytesToHex } from '@ethereumjs/util'
import { type Hex, keccakText } from '../bytes.ts'
import type { Receipt, Tx } from '../chain.ts'
import { ethText, shortAddress } from '../words.ts'
import { type Asking, amountText } from './asking.ts'

export interface Change {
  text: string
  isLoss: boolean
}

export interface Rehearsal {
  changes: readonly Change[]
  fails: boolean
  /** Fees of all transactions; undefined without one. */
  fee: string | undefined
}

const TRANSFER = bytesToHex(keccakText('Transfer(address,address,uint256)'))

/** Runs transactions on the chain as it is now, and returns what they would change for the learner's accounts. */
export async function rehearse(asking: Asking, txs: readonly Tx[]): Promise<Rehearsal> {
  const { lab, accounts } = asking
  if (txs.length === 0) return { changes: [], fails: false, fee: undefined }
  const own = Object.keys(accounts) as Hex[]
  const balances = () => Promise.all(own.map(async (account) => (await lab.chain.account(account)).balance))
  const before = await balances()
  const { baseFee } = lab.chain
  return lab.chain.rehearse(txs, async (receipts) => {
    const after = await balances()
    const paid = receipts.map(({ tx, gasUsed }) => ({
      from: tx.from,
      fee: gasUsed * (tx.maxFee < baseFee + tx.tip ? tx.maxFee : baseFee + tx.tip),
    }))
    const feeOf = (account: Hex) => paid.reduce((sum, { from, fee }) => (from === account ? sum + fee : sum), 0n)
    const ether = own.map((account, at) => ({
      account,
      value: (after[at] ?? 0n) - (before[at] ?? 0n) + feeOf(account),
    }))
    const isOne = own.length === 1
    const whose = (account: Hex) => (isOne ? '' : `${accounts[account]}: `)
    const changes = [
      ...ether
        .filter(({ value }) => value !== 0n)
        .map(({ account, value }) => changeOf(whose(account), value, ethText)),
      ...tokenChanges(asking, receipts).map(({ account, token, value }) =>
        changeOf(whose(account), value, (amount) => amountText(asking, token, amount)),
      ),
      ...pieces(asking, receipts).map(({ account, text, isLoss }) => {
        return { text: `${whose(account)}${isLoss ? '−' : '+'}${text}`, isLoss }
      }),
    ]
    const fee = paid.reduce((sum, each) => sum + each.fee, 0n)
    return { changes, fails: receipts.some(({ succeeded }) => !succeeded), fee: `about ${ethText(fee)}` }
  })
}

function changeOf(whose: string, value: bigint, textOf: (amount: bigint) => string): Change {
  const isLoss = value < 0n
  return { text: `${whose}${isLoss ? `−${textOf(-value)}` : `+${textOf(value)}`}`, isLoss }
}

const accountIn = (topic: Hex | undefined): Hex => `0x${topic?.slice(-40)}`

function tokenChanges(
  { accounts }: Asking,
  receipts: readonly Receipt[],
): { account: Hex; token: Hex; value: bigint }[] {
  const sums = new Map<string, { account: Hex; token: Hex; value: bigint }>()
  const add = (account: Hex, token: Hex, value: bigint) => {
    if (!Object.hasOwn(accounts, account)) return
    const sum = sums.get(`${account} ${token}`)?.value ?? 0n
    sums.set(`${account} ${token}`, { account, token, value: sum + value })
  }
  for (const { address, topics, data } of receipts.flatMap(({ logs }) => logs)) {
    if (topics[0] !== TRANSFER || topics.length !== 3) continue
    add(accountIn(topics[1]), address, -BigInt(data))
    add(accountIn(topics[2]), address, BigInt(data))
  }
  return [...sums.values()].filter(({ value }) => value !== 0n)
}

/** Returns the numbered pieces of collections that come or go. */
function pieces(
  { accounts, names }: Asking,
  receipts: readonly Receipt[],
): { account: Hex; text: string; isLoss: boolean }[] {
  return receipts
    .flatMap(({ logs }) => logs)
    .filter(({ topics }) => topics[0] === TRANSFER && topics.length === 4)
    .flatMap(({ address, topics }) => {
      const text = `number ${BigInt(topics[3] ?? 0)} of ${names[address] ?? shortAddress(address)}`
      return [
        { account: accountIn(topics[1]), text, isLoss: true },
        { account: accountIn(topics[2]), text, isLoss: false },
      ].filter(({ account }) => Object.hasOwn(accounts, account))
    })
}
