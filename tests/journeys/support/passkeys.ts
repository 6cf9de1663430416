import type { CDPSession, Page } from '@playwright/test'

/** A device with passkeys, as Chromium simulates it for a page. */
export interface VirtualDevice {
  /** Whether the person agrees to what their browser asks. */
  agrees(isWilling: boolean): Promise<void>
  /** Number of passkeys on it. */
  count(): Promise<number>
  /** Takes it away from the page. */
  remove(): Promise<void>
}

/** Gives a page's browser a device that makes passkeys, and checks its person by itself. */
export async function withDevice(page: Page): Promise<VirtualDevice> {
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
  return {
    agrees: async (isUserVerified) =>
      void (await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    remove: async () => void (await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  }
}
