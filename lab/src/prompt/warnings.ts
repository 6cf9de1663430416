import { bytesToHex } from '@ethereumjs/util'
import { addressOf, argumentsOf, type Hex, keccakText } from '../bytes.ts'
import { shortAddress } from '../words.ts'
import { type Asking, amountText } from './asking.ts'
import { isContract, isUnlimited, type Part } from './part.ts'
import type { Rehearsal } from './rehearse.ts'

export interface Warning {
  level: 'danger' | 'warn' | 'note'
  text: string
}

export async function warningsOf(
  asking: Asking,
  parts: readonly Part[],
  { fails }: Rehearsal,
): Promise<readonly Warning[]> {
  if (asking.isBlind)
    return [{ level: 'danger', text: 'Your wallet can’t decode this. Only the bytes say what it does.' }]
  const parties = [...new Set(parts.flatMap((part) => part.parties))]
  const warnings: Warning[] = parts.flatMap((part) => warningsOfPart(asking, part))
  if (fails)
    warnings.push({
      level: 'danger',
      text: 'This failed in the rehearsal. On the chain it would fail too, and still cost the fee.',
    })
  const met = metBy(asking)
  const unmet: Hex[] = []
  const known = new Set([
    ...met,
    ...(asking.texts.flatMap((text) => text.match(/(?<![\da-f])0x[\da-f]{40}(?![\da-f])/g) ?? []) as Hex[]),
  ])
  for (const party of parties) {
    if (Object.hasOwn(asking.accounts, party)) continue
    const isCode = await isContract(asking, party)
    if (isCode && asking.names[party] !== undefined) continue
    if (isCode)
      warnings.push({
        level: 'warn',
        text: `Unknown contract: nobody has published the source of ${shortAddress(party)}.`,
      })
    if ([...known].some((other) => other !== party && isAlike(other, party)))
      warnings.push({
        level: 'danger',
        text: `Two addresses you have seen begin and end like ${shortAddress(party)}. Compare every character.`,
      })
    if (!met.has(party)) unmet.push(party)
  }
  const who = unmet.length === 1 ? shortAddress(unmet[0] as Hex) : `${unmet.length} of these addresses`
  if (unmet.length > 0) warnings.push({ level: 'note', text: `First time: your account has never dealt with ${who}.` })
  return warnings
}

function warningsOfPart(asking: Asking, { cap, collection, code, isWaiting }: Part): Warning[] {
  const warnings: Warning[] = []
  if (cap && isUnlimited(cap.value))
    warnings.push({
      level: 'danger',
      text: `No limit: the spender may take all your ${unitOf(asking, cap.token)}, and what you get later.`,
    })
  else if (cap && cap.value > cap.balance)
    warnings.push({
      level: 'warn',
      text: `This cap is above the ${amountText(asking, cap.token, cap.balance)} you have. It covers what you get later, too.`,
    })
  if (cap?.isSigned && !Object.hasOwn(asking.accounts, cap.spender))
    warnings.push({
      level: 'warn',
      text: 'This signature is a permission to spend. It can be handed in whenever its holder likes, and no estimate shows what they take then.',
    })
  if (collection)
    warnings.push({
      level: 'danger',
      text: `The operator may move everything you hold of ${collection}, what you get later too, until you end it.`,
    })
  if (code)
    warnings.push({
      level: 'danger',
      text: 'Someone else’s code would act as your account and could send away all that it holds.',
    })
  if (isWaiting)
    warnings.push({ level: 'warn', text: 'The fee you offer is less than blocks take now, so this will wait.' })
  return warnings
}

const unitOf = ({ units }: Asking, token: Hex): string => units[token] ?? 'USDC'

/** Returns whether two addresses have the same first and last four digits. */
const isAlike = (one: Hex, other: Hex): boolean =>
  one.slice(2, 6) === other.slice(2, 6) && one.slice(-4) === other.slice(-4)

const TRANSFER = bytesToHex(keccakText('Transfer(address,address,uint256)'))

/** Returns the addresses in the history of the learner's accounts, as wallets list it. */
function metBy({ lab, accounts }: Asking): Set<Hex> {
  const met = new Set<Hex>()
  const isOwn = (address: Hex) => Object.hasOwn(accounts, address)
  for (const { tx, logs } of lab.chain.blocks.flatMap(({ receipts }) => receipts)) {
    if (isOwn(tx.from) && tx.to) met.add(tx.to).add(addressOf(argumentsOf(tx.data)[0] ?? 0n))
    for (const { topics } of logs) {
      if (topics[0] !== TRANSFER) continue
      const [from, to] = [topics[1], topics[2]].map((topic): Hex => `0x${topic?.slice(-40)}`) as [Hex, Hex]
      if (isOwn(from)) met.add(to)
      if (isOwn(to)) met.add(from)
    }
  }
  return met
}
