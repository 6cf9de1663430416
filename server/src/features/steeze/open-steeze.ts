import type { Feature, Opened, ServerStart } from '#platform/feature'
import { guardSigner } from './settings-check/guard-signer.ts'
import { SettingsGuard } from './settings-check/settings-guard.ts'
import { logSigner } from './signer/log-signer.ts'
import { startSigner } from './signer/start-signer.ts'

/** Starts the signer, if any, and has the settings confirmed. Throws SettingsContradicted and SignerUnusable. */
export async function openSteeze(
  { config, chain, clock, limits, takeSecret }: ServerStart,
  features: readonly Feature[],
): Promise<Opened> {
  // The key goes to the signer's process, and this one keeps no copy.
  const key = takeSecret('signerKey')
  if (!chain.contracts) return { context: { signer: null } }
  const { chain: network, dataDir, extraCaCerts } = config
  const signer = key ? await startSigner({ key, chain: network, dataDir, extraCaCerts, limits }) : null
  const contracts = features.flatMap(({ contract = [] }) => contract)
  const guard = new SettingsGuard({ chain, clock, contracts }, signer?.address ?? null)
  await guard.assertNotContradicted()
  if (!signer) return { context: { signer: null, settingsGuard: guard } }
  return {
    context: { signer: guardSigner(signer, guard), settingsGuard: guard },
    reportTo: (log, ctx) => logSigner(ctx, signer, log),
    close: () => signer.close(),
  }
}
