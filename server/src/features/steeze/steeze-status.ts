import type { StatusSource } from '#features/status'

/** Redeeming stops until the network confirms the settings, and on a server that can't sign; buying continues. */
export const steezeStatus: StatusSource = {
  part: 'steeze',
  async state({ chain, settingsGuard, signer }) {
    if (!chain.contracts) return undefined
    if (settingsGuard?.standing === 'contradicted') return 'down'
    return signer && settingsGuard?.standing === 'confirmed' ? 'up' : 'degraded'
  },
}
