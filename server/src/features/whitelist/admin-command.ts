import { walletCommand } from '#platform/admin-command'
import { whitelistWallet } from './whitelist-wallet.ts'

export const whitelistCommand = walletCommand({
  name: 'whitelist',
  words: '[NOTE]',
  does: 'let a wallet join the closed beta',
  async run(ctx, wallet, note) {
    await whitelistWallet(ctx, wallet, note)
    return `${wallet} may join the closed beta.`
  },
})
