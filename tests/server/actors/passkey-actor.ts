import type { Answer, Body } from '@aura/api/calls'
import { ORIGIN, type TestApp } from '../test-app.ts'
import { Actor } from './actors.ts'
import { Authenticator, type Oddities } from './authenticator.ts'

type SigningPurpose = 'sign-in' | 'sign-in-again' | 'delete-account' | 'disconnect' | 'remove-passkey' | 'replace'

/** A browser whose person has a device that makes passkeys. */
export class PasskeyActor extends Actor {
  readonly device: Authenticator

  constructor(test: TestApp, device = new Authenticator(ORIGIN)) {
    super(test)
    this.device = device
  }

  /** Makes a passkey on the device, and returns what the page sends. */
  async newPasskey(purpose: 'join' | 'add' = 'join', odd?: Oddities): Promise<Body<'POST /api/passkeys'>> {
    return {
      passkey: this.device.create(await this.call('GET /api/auth/passkey/creation', { query: { purpose } }), odd),
    }
  }

  async signed(
    purpose: SigningPurpose = 'sign-in',
    odd?: Oddities,
    more: Record<string, string> = {},
  ): Promise<Body<'POST /api/auth/passkey/sign-in'>> {
    const query = { purpose, ...more }
    return { passkey: this.device.get(await this.call('GET /api/auth/passkey/challenge', { query }), odd) }
  }

  async join(more: { timeZone?: string; inviteId?: string } = {}): Promise<Answer<'POST /api/auth/passkey/join'>> {
    return this.call('POST /api/auth/passkey/join', { body: { ...(await this.newPasskey()), ...more } })
  }

  async signInByPasskey(): Promise<Answer<'POST /api/auth/passkey/sign-in'>> {
    return this.call('POST /api/auth/passkey/sign-in', { body: await this.signed() })
  }

  addPasskey = async (): Promise<Answer<'POST /api/passkeys'>> =>
    this.call('POST /api/passkeys', { body: await this.newPasskey('add') })
}
