import type { ChainLog } from '#platform/chain/chain'

/** USDC that an account sent or got. Addresses are lower case. */
export interface AccountTransfer {
  account: string
  txHash: string
  logIndex: number
  blockNumber: number
  blockTime: Date
  isIncoming: boolean
  other: string
  usdcMicros: number
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const addressOf = (topic: string) => `0x${topic.slice(-40)}`.toLowerCase()

/** Returns what a log of USDC says of these accounts: two transfers if one of them paid another. */
export function transfersOf({ topics, data, ...log }: ChainLog, accounts: readonly string[]): AccountTransfer[] {
  const [kind, sender, receiver] = topics
  if (kind !== TRANSFER || !sender || !receiver || !/^0x[0-9a-f]{1,64}$/i.test(data)) return []
  const [from, to] = [addressOf(sender), addressOf(receiver)]
  const usdcMicros = Number(BigInt(data))
  // Transfers of nothing are made in others' names to leave a look-alike address in their history.
  if (from === to || usdcMicros === 0 || !Number.isSafeInteger(usdcMicros)) return []
  const of = (account: string, other: string, isIncoming: boolean): AccountTransfer[] =>
    accounts.includes(account)
      ? [
          {
            ...{ account, other, isIncoming, usdcMicros },
            ...{ txHash: log.txHash, logIndex: log.logIndex },
            ...{ blockNumber: log.block.number, blockTime: log.block.time },
          },
        ]
      : []
  return [...of(from, to, false), ...of(to, from, true)]
}
