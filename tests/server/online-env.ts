import { BadSetting, readEnv } from '../../server/src/env/env.ts'

/** All settings that a server on `local` requires. */
export const LOCAL = { DATABASE_URL: 'postgres://127.0.0.1/aura' }

export const readLocal = (env: Record<string, string> = {}) => readEnv({ ...LOCAL, ...env })

/** All settings that a server off `local` requires. */
export const ONLINE = {
  CHAIN: 'base-sepolia',
  HASH_KEY: 'a secret of more than thirty-two characters',
  DATABASE_URL: 'postgres://aura:secret@db.example/aura?sslmode=verify-full',
  PUBLIC_URL: 'https://aura.example',
  METRICS_TOKEN: 'a token of the operator',
  RPC_URLS: 'https://one.example, https://two.example',
  VOUCH_CONTRACT: `0x${'Ab'.repeat(20)}`,
  STEEZE_CONTRACT: `0x${'Cd'.repeat(20)}`,
  START_BLOCK: '7',
  STEEZE_SIGNER_KEY: `0x${'7654321089abcdef'.repeat(4)}`,
}

/** Returns the faults of these settings in addition to `LOCAL`, one a line. */
export function faults(env: Record<string, string>): string[] {
  try {
    readLocal(env)
    return []
  } catch (error) {
    if (error instanceof BadSetting) return error.message.split('\n')
    throw error
  }
}
