import { z } from 'zod'

/** Hexadecimal: 65 or 64 bytes (EIP-2098) for plain accounts, any length for contract wallets, `0x` if signed on chain. */
export const WalletSignature = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'Not a signature')
  .max(20_000)

const base64url = (maxBytes: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'Not base64url')
    .max(Math.ceil((maxBytes * 4) / 3))

/** A credential's id has at most 1,023 bytes (WebAuthn 4). */
const CredentialId = base64url(1_023)

/** What the browser says about the request that the authenticator signed. */
const ClientData = base64url(4_096)

/** A new passkey, as `navigator.credentials.create` returns it (`RegistrationResponseJSON`). */
export const NewPasskey = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(16_384),
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** A passkey's signature, as `navigator.credentials.get` returns it (`AuthenticationResponseJSON`). */
export const PasskeySignature = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: ClientData,
    authenticatorData: base64url(2_048),
    signature: base64url(512),
    userHandle: base64url(64).nullish(),
  }),
})
export type PasskeySignature = z.output<typeof PasskeySignature>

/** A fresh signature: of a message by the account's wallet, or of a challenge by one of its passkeys. */
export const Proof = z.union([
  z.object({ message: z.string().min(1).max(2_000), signature: WalletSignature }),
  z.object({ passkey: PasskeySignature }),
])
export type Proof = z.output<typeof Proof>
