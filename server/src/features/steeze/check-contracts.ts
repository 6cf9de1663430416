import { privateKeyToAddress } from 'viem/accounts'
import type { Chain } from '#platform/chain/chain'
import { type Finding, ok, problem, skipped, warning } from '#platform/doctor/check'
import type { Feature } from '#platform/feature'
import type { ServerConfig } from '../../env/config.ts'
import { checkSettings } from './settings-check/check-settings.ts'

const WAIT_MS = 8_000

/** Asks the nodes what a server asks at its start: whether contracts, token and signer match the settings. */
export async function checkContracts(
  { secrets: { signerKey } }: Pick<ServerConfig, 'secrets'>,
  chain: Chain,
  features: readonly Feature[],
  waitMs = WAIT_MS,
): Promise<Finding[]> {
  if (!chain.contracts) return [skipped('No contracts are set')]
  const contracts = features.flatMap(({ contract = [] }) => contract)
  const signer = signerKey && privateKeyToAddress(signerKey)
  const finding = await checkSettings(chain, { contracts, signer }, waitMs)
  switch (finding.is) {
    case 'confirmed':
      return [ok(`The contracts, their token and ${signer ? `the signer ${signer}` : 'no signer'} are as set`)]
    case 'contradicted':
      return finding.sentences.map(problem)
    case 'paused':
      return [
        warning(`Nothing is signed: ${finding.reason}. Finish the rotation, see docs/running.md, Rotating the signer.`),
      ]
    case 'undecided':
      return [problem(`Nothing is signed until nodes agree: ${finding.reason}. See the findings about nodes.`)]
  }
}
