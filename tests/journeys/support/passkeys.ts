import type { CDPSession, Page } from '@playwright/test'

/** A passkey as the DevTools protocol hands it over. */
interface DevicePasskey {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}

/** A device with passkeys, as Chromium simulates it for a page. */
export interface VirtualDevice {
  /** Whether the person agrees to what their browser asks. */
  agrees(isWilling: boolean): Promise<void>
  passkeys(): Promise<DevicePasskey[]>
  /** Takes it away from the page. */
  remove(): Promise<void>
}

/** Gives a page's browser a device that makes passkeys, and checks its person by itself. It may have some already. */
export async function withDevice(page: Page, passkeys: readonly DevicePasskey[] = []): Promise<VirtualDevice> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of passkeys) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential })
  return {
    agrees: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    passkeys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    remove: async () => void (await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  }
}
