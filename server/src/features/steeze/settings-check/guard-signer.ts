import type { WithdrawalSigner } from '../signer/withdrawal-signer.ts'
import type { SettingsGuard } from './settings-guard.ts'

/** Returns a signer that refuses until the network confirmed the settings, and while it contradicts them. */
export function guardSigner(signer: WithdrawalSigner, guard: SettingsGuard): WithdrawalSigner {
  const isRefused = async () => {
    if (guard.standing !== 'confirmed') await guard.refreshIfDue()
    return guard.standing !== 'confirmed'
  }
  return {
    address: signer.address,
    check: async (wallet, amount) => ((await isRefused()) ? { refused: 'unconfirmed' } : signer.check(wallet, amount)),
    sign: async (withdrawal) => ((await isRefused()) ? { refused: 'unconfirmed' } : signer.sign(withdrawal)),
  }
}
