import type { LocalChain } from './start-local-chain.ts'

export function chainEnv({ rpcUrl, contracts, startBlock, signerKey, relayKey }: LocalChain): Record<string, string> {
  return {
    RPC_URLS: rpcUrl,
    VOUCH_CONTRACT: contracts.vouch,
    STEEZE_CONTRACT: contracts.steeze,
    USDC_TOKEN: contracts.usdc,
    ETH_USD_FEED: contracts.feed,
    START_BLOCK: String(startBlock),
    STEEZE_SIGNER_KEY: signerKey,
    ...(relayKey === null ? {} : { ACCOUNT_FACTORY: contracts.accounts, RELAY_KEY: relayKey }),
  }
}
