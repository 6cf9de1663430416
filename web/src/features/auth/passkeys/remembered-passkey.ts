import { browserStore } from '#lib/browser-storage'

const STORED_AS = 'aura-passkey'

/** Whether somebody signed in with a passkey in this browser, so that the next press asks for it at once. */
export const hasUsedPasskey = (): boolean => browserStore.getItem(STORED_AS) !== null

export const rememberPasskey = (): void => browserStore.setItem(STORED_AS, '1')

export const forgetPasskey = (): void => browserStore.removeItem(STORED_AS)
