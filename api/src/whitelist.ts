import { z } from 'zod'
import { call } from './call.ts'
import { WalletAddress } from './shapes.ts'

export const whitelistCalls = {
  'GET /api/beta-access/:walletAddress': call({
    summary: 'May this wallet join the closed beta?',
    access: 'public',
    rate: 'auth',
    params: z.object({ walletAddress: WalletAddress }),
    answer: z.object({ hasAccess: z.boolean() }),
  }),
}
