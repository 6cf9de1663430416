import { z } from 'zod'
import { call } from '../contract/call.ts'
import { TransactionHash, WalletAddress } from '../shapes.ts'

/** A payment with a permit takes 164. */
const MAX_CALL_BYTES = 2_048

const ContractCall = z.object({
  to: WalletAddress,
  data: z
    .string()
    .max(2 + 2 * MAX_CALL_BYTES)
    .regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'Not the data of a call'),
})
const SentCall = ContractCall.extend({ from: WalletAddress })

/** A read in the form wallets take it, JSON-RPC. */
const ChainRead = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('eth_call'),
    params: z.tuple([ContractCall.extend({ from: WalletAddress.optional() }), z.literal('latest')]),
  }),
  z.object({ method: z.literal('eth_estimateGas'), params: z.tuple([SentCall]) }),
  z.object({ method: z.literal('eth_gasPrice'), params: z.tuple([]) }),
  z.object({ method: z.literal('eth_getBalance'), params: z.tuple([WalletAddress, z.literal('latest')]) }),
  z.object({ method: z.literal('eth_getTransactionReceipt'), params: z.tuple([TransactionHash]) }),
])
export type ChainRead = z.output<typeof ChainRead>

const Receipt = z.object({ transactionHash: z.string(), blockNumber: z.string(), status: z.string() })

export const walletsCalls = {
  'POST /api/chain/read': call({
    summary: 'Read what a payment needs from the chain, for wallets that only sign and send',
    access: 'user',
    rate: 'chain',
    withoutKey: 'moves no value',
    whileRestricted: true,
    body: ChainRead,
    answer: z.union([
      z.object({ result: z.union([z.string(), Receipt]).nullable() }),
      /** The contract refuses. `data` is the encoded error, null if the node doesn't return it. */
      z.object({ refused: z.enum(['execution reverted', 'insufficient funds']), data: z.string().nullable() }),
    ]),
    errors: ['FORBIDDEN', 'CHAIN_UNAVAILABLE'],
  }),
}
