import { UnusableSettings } from '../platform/operator-error.ts'
import type { Secrets } from '../platform/settings.ts'
import { configOf, type EdgeConfig, edgeConfigOf, type ServerConfig } from './config.ts'
import { loadDotEnv } from './dot-env.ts'
import { Environment } from './environment.ts'
import { faultsOf, faultsOfEdge } from './faults.ts'
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts'

export class BadSetting extends UnusableSettings {
  override name = 'BadSetting'
}

function ownEnvironment(): Record<string, string | undefined> {
  loadDotEnv()
  return process.env
}

type Variables = Record<string, string | undefined>

/** Validates this process's settings. Throws BadSetting with every fault. */
export const readEnv = (given: Variables = ownEnvironment()): ServerConfig => read(given, faultsOf, configOf)

/** Validates the settings of a live edge in the same way. */
export const readEdgeEnv = (given: Variables = ownEnvironment()): EdgeConfig => read(given, faultsOfEdge, edgeConfigOf)

function read<Config>(
  given: Variables,
  findFaults: (values: Environment, env: Variables) => string[],
  toConfig: (values: Environment, env: Variables) => Config,
): Config {
  const { env, faults: ofFiles } = readSecretFiles(given)
  const parsed = Environment.safeParse(env)
  const found = parsed.success
    ? findFaults(parsed.data, env)
    : parsed.error.issues.map(({ path: [name, index, ...field], message }) =>
        field.length === 0
          ? `${name?.toString()}: ${message}`
          : `${name?.toString()}: ${field.join('.')} of entry ${Number(index) + 1}: ${message}`,
      )
  // A secret whose file can't be read must not also be reported as missing.
  const others = found.filter((fault) => !ofFiles.has(fault.split(':', 1)[0] ?? ''))
  const faults = [...ofFiles.values(), ...others]
  if (!parsed.success || faults.length > 0) throw new BadSetting(faults.join('\n'))
  return toConfig(parsed.data, env)
}

/** Returns the names, never the values, of what is set, without the database's address, which always is. */
export function namedSettings(env: Record<string, string | undefined> = ownEnvironment()): {
  settings: string[]
  secrets: string[]
} {
  const secrets: readonly string[] = SECRET_SETTINGS
  const names = Object.keys(Environment.shape).filter(
    (name) => name !== 'DATABASE_URL' && (env[name] || (secrets.includes(name) && env[`${name}_FILE`])),
  )
  return {
    settings: names.filter((name) => !secrets.includes(name)),
    secrets: names.filter((name) => secrets.includes(name)),
  }
}

const SECRET_VARIABLES: Record<keyof Secrets, string> = {
  signerKey: 'STEEZE_SIGNER_KEY',
  relayKey: 'RELAY_KEY',
}

/** Returns a secret and removes it from the settings and the environment. */
export function takeSecret<Name extends keyof Secrets>(
  { secrets }: Pick<ServerConfig, 'secrets'>,
  name: Name,
  env: Record<string, string | undefined> = process.env,
): Secrets[Name] {
  const secret = secrets[name]
  Object.assign(secrets, { [name]: null })
  delete env[SECRET_VARIABLES[name]]
  return secret
}
