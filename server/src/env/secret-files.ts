import { readFileSync } from 'node:fs'

/** Settings that are secret, or addresses that may contain one. `NAME_FILE` names a file to read instead. */
export const SECRET_SETTINGS = [
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'VAPID_PRIVATE_KEY',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'NATS_URL',
  'RPC_URLS',
  'STEEZE_SIGNER_KEY',
  'RELAY_KEY',
  'HASH_KEY',
  'HASH_KEYS_PREVIOUS',
  'METRICS_TOKEN',
  'AUTH_PROVIDERS',
  'X_CLIENT_SECRET',
  'X_TOKEN_KEY',
  'X_TOKEN_KEYS_PREVIOUS',
] as const

type Variables = Record<string, string | undefined>

export interface SecretFiles {
  /** The variables, with the secrets read from files. */
  env: Variables
  /** A sentence for each unusable file, by the setting it was meant for. */
  faults: Map<string, string>
}

/** Reads each file once. A line end at the end of a file does not belong to the secret. */
export function readSecretFiles(env: Variables, names: readonly string[] = SECRET_SETTINGS): SecretFiles {
  const read: Variables = {}
  const faults = new Map<string, string>()
  for (const name of names) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    const outcome = env[name] ? { fault: `set it or ${name}, not both` } : readSecret(path)
    if ('fault' in outcome) faults.set(name, `${name}_FILE: ${outcome.fault}`)
    else read[name] = outcome.secret
  }
  return { env: { ...env, ...read }, faults }
}

function readSecret(path: string): { secret: string } | { fault: string } {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return secret.trim() === '' ? { fault: `${path} is empty` } : { secret }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { fault: `can't read ${path}: ${REASONS[code ?? ''] ?? (error as Error).message}` }
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}
