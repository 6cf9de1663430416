import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'

/** Loads `.env` from the working directory, if it exists. Variables already set take precedence. */
export function loadDotEnv(path = '.env'): void {
  if (existsSync(path)) loadEnvFile(path)
}
