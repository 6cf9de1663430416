import { createECDH } from 'node:crypto'
import { type Finding, ok, problem, skipped, warning } from '#platform/doctor/check'
import type { ServerConfig } from '../../env/config.ts'

/** Checks whether the two keys are a pair. Otherwise push services refuse every message, and users don't notice. */
export function checkPushKeys({ keys, subject }: ServerConfig['push'], network: string): Finding[] {
  if (keys === null)
    return [network === 'local' ? skipped('Made at the first start') : skipped('No VAPID keys are set')]
  const own = createECDH('prime256v1')
  try {
    own.setPrivateKey(keys.privateKey, 'base64url')
  } catch {
    return [problem(`VAPID_PRIVATE_KEY is no private key. ${NEW_KEYS}`)]
  }
  if (own.getPublicKey('base64url') !== keys.publicKey) {
    return [
      problem(`VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY. Restore its pair: browsers know the old one.`),
    ]
  }
  if (subject.endsWith('@localhost')) {
    return [warning('Push services have no contact. Set VAPID_SUBJECT to a mailto: or https address.')]
  }
  return [ok('The VAPID keys are a pair')]
}

const NEW_KEYS = 'Make a pair: npx web-push generate-vapid-keys.'
