import { bytesToHex } from '@ethereumjs/util'
import type { Asked, Typed } from '../asked.ts'
import { addressOf, argumentsOf, type Hex, signatureOf, wordHex } from '../bytes.ts'
import { NOBODY, type Tx } from '../chain.ts'
import type { Row } from '../kind.ts'
import type { Lab } from '../lab.ts'
import { formatUnits } from '../units.ts'
import { balanceOf, UNLIMITED } from '../usdc.ts'
import { durationText, ethText, shortAddress } from '../words.ts'
import { type Asking, amountText } from './asking.ts'

export interface Cap {
  token: Hex
  spender: Hex
  value: bigint
  balance: bigint
  isSigned: boolean
}

/** One of the things that a prompt asks for. */
export interface Part {
  title: string
  rows: readonly Row[]
  /** Accounts and contracts that get something or are called. */
  parties: readonly Hex[]
  cap?: Cap
  /** Collection whose pieces could all be moved. */
  collection?: string
  /** Code that would run as the account. */
  code?: Hex
  isWaiting?: boolean
}

export function partOf(asking: Asking, asked: Asked): Promise<Part> | Part {
  if (asked.type === 'transaction')
    return asking.isBlind ? blindPart(asking, asked.tx) : transactionPart(asking, asked.tx)
  if (asked.type === 'typed') return typedPart(asking, asked)
  if (asked.type === 'text') return textPart(asked.text)
  const { to, nonce } = asked
  if (to === NOBODY) return { title: 'End a delegation', rows: [], parties: [] }
  return {
    title: 'Let code run as your account',
    rows: [exact('Code', addressText(asking, to)), exact('Nonce', `${nonce}`)],
    parties: [to],
    code: to,
  }
}

const exact = (label: string, value: string): Row => ({ label, value, isExact: true })

/** Returns whether code of its own is at an address, not that of a delegation. */
export async function isContract({ lab }: Asking, address: Hex): Promise<boolean> {
  const code = await lab.chain.code(address)
  return code.length > 0 && code[0] !== 0xef
}

const addressText = ({ names }: Asking, address: Hex, isNamed = true): string =>
  isNamed && names[address] ? `${names[address]}, ${address}` : address

function blindPart(asking: Asking, { to = NOBODY, data }: Tx): Part {
  return {
    title: 'Sign data',
    rows: [exact('Contract', addressText(asking, to)), exact('Data', bytesToHex(data))],
    parties: [],
  }
}

async function transactionPart(asking: Asking, tx: Tx): Promise<Part> {
  const { lab, accounts } = asking
  const { to, data, value, from, maxFee } = tx
  const isWaiting = maxFee < lab.chain.baseFee
  const sender = Object.keys(accounts).length > 1 ? [{ label: 'From', value: accounts[from] ?? '' }] : []
  const done = (title: string, rows: readonly Row[], rest: Omit<Part, 'title' | 'rows'>): Part => ({
    ...{ title, isWaiting, ...rest },
    rows: [...sender, ...rows],
  })
  if (!to) return done('Create a contract', [{ label: 'Code', value: `${data.length} bytes` }], { parties: [] })
  const isCall = await isContract(asking, to)
  if (data.length === 0 && !tx.authorizations?.length)
    return done('Send ETH', [exact('To', addressText(asking, to, isCall)), exact('Amount', ethText(value))], {
      parties: [to],
    })
  if (data.length === 0) return done('Hand in the authorization', [], { parties: [] })
  const contract = exact('Contract', addressText(asking, to, isCall))
  const sends = value > 0n ? [exact('Sends along', ethText(value))] : []
  const [first = 0n, second = 0n] = argumentsOf(data)
  const [signature, other] = [signatureOf(data) ?? '', addressOf(first)]
  const isToken = lab.tokens.has(to)
  const name = asking.names[to] ?? 'an unknown collection'
  if (signature === 'transfer(address,uint256)') {
    const amount = isToken ? exact('Amount', amountText(asking, to, second)) : exact('Number', `${second}`)
    const title = `Send ${isToken ? (asking.units[to] ?? 'USDC') : `one of ${name}`}`
    return done(title, [exact('To', other), amount, contract], { parties: [other, to] })
  }
  if (signature === 'approve(address,uint256)' && isToken) {
    const rows = [exact('Spender', await spenderText(asking, other)), contract]
    if (second === 0n) return done('End a permission to spend', rows, { parties: [to] })
    const cap = capOf(asking, from, { token: to, spender: other, value: second, isSigned: false })
    return done('Spending cap', [...rows, exact('Spending cap', capText(asking, to, second))], {
      parties: [other, to],
      cap,
    })
  }
  if (signature === 'approve(address,uint256)') {
    const rows = [exact('Who may move it', await spenderText(asking, other)), exact('Number', `${second}`), contract]
    return done(`Permission to move one of ${name}`, rows, { parties: [other, to] })
  }
  if (signature === 'setApprovalForAll(address,bool)') {
    const rows = [exact('Operator', await spenderText(asking, other)), contract]
    if (second === 0n) return done(`End control of all ${name}`, rows, { parties: [to] })
    return done(`Control of all ${name}`, rows, { parties: [other, to], collection: name })
  }
  const rows = [contract, { label: 'Function', value: callText(signature, data), isExact: true }, ...sends]
  return done('Call a contract', rows, { parties: [to] })
}

const capOf = ({ lab }: Asking, by: Hex, cap: Omit<Cap, 'balance'>): Cap => ({
  ...cap,
  balance: balanceOf(lab, cap.token, by),
})

const spenderText = async (asking: Asking, spender: Hex): Promise<string> =>
  addressText(asking, spender, await isContract(asking, spender))

/** Permit2 writes its largest amount with 160 bits. */
const HUGE = 2n ** 128n

export const isUnlimited = (value: bigint): boolean => value >= HUGE

const capText = (asking: Asking, token: Hex, value: bigint): string =>
  amountText(asking, token, isUnlimited(value) ? UNLIMITED : value)

/** Formats a call with its arguments: `list(3, 40,000,000)`. */
function callText(signature: string, data: Uint8Array): string {
  const [, name = 'unknown function', list = ''] = /^(\w+)\((.*)\)$/.exec(signature) ?? []
  const values = argumentsOf(data)
  const types = list ? list.split(',') : []
  return `${name}(${types.map((type, at) => argumentText(type, values[at] ?? 0n)).join(', ')})`
}

function argumentText(type: string, value: bigint): string {
  if (type === 'address') return shortAddress(addressOf(value))
  if (type === 'bool') return value > 0n ? 'true' : 'false'
  if (type.startsWith('bytes')) return `${wordHex(value).slice(0, 10)}…`
  if (value === UNLIMITED) return 'the largest number'
  return isUnlimited(value) ? `${wordHex(value).slice(0, 10)}…` : formatUnits(value, 0)
}

async function typedPart(asking: Asking, { name, contract, grants, rows = [], by }: Typed): Promise<Part> {
  const shown: Row[] = [
    { label: 'Type', value: `Typed data: ${name}` },
    exact('Contract', addressText(asking, contract, await isContract(asking, contract))),
  ]
  for (const { token, spender, value, until } of grants) {
    shown.push(
      exact('Spender', await spenderText(asking, spender)),
      exact('Spending cap', capText(asking, token, value)),
      { label: 'Can be used', value: untilText(asking.lab, until) },
    )
  }
  const [grant] = grants
  const cap =
    grant && capOf(asking, by, { token: grant.token, spender: grant.spender, value: grant.value, isSigned: true })
  return {
    title: grant ? 'Spending cap, by signature' : 'Sign data',
    rows: [...shown, ...rows],
    parties: [...grants.map(({ spender }) => spender), contract],
    ...(cap && { cap }),
  }
}

const CENTURY = 36_525n * 86_400n

function untilText({ chain }: Lab, until: bigint): string {
  const left = until - BigInt(chain.time)
  return left > CENTURY ? 'for ever' : `for ${durationText(Number(left))}`
}

/** Reads a sign-in (ERC-4361) line by line. */
function textPart(text: string): Part {
  const [head = '', account = '', ...lines] = text.split('\n').filter((line) => line !== '')
  const [, site] = /^(\S+) wants you to sign in/.exec(head) ?? []
  if (!site) return { title: 'Sign a message', rows: [{ label: 'Message', value: text }], parties: [] }
  const rest = lines.map((line) => {
    const at = line.indexOf(': ')
    return { label: line.slice(0, at), value: line.slice(at + 2) }
  })
  return {
    title: 'Sign in',
    rows: [{ label: 'Site in the message', value: site }, exact('Account', account), ...rest],
    parties: [],
  }
}
