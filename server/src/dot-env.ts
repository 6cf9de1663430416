import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

/**
 * Adds the settings of a file `.env`, if there is one in the folder this process runs in, to the environment. What is
 * set there already, by the shell or by whoever started the process, stays.
 */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path)
}
